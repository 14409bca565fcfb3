import * as z from 'zod'

const MAX_CHARACTERS = 45

const SHORTCODE = /^:[A-Za-z0-9_+-]+:?$/
// One visible emoji: a flag, a keycap, or a pictograph with its modifiers, joined to others or not.
// Not \p{RGI_Emoji}, which excludes emoji without a variation selector, as many keyboards send
// them.
const EMOJI =
  /^(?:\p{RI}{2}|[0-9#*][\uFE0E\uFE0F]?\u20E3|\p{ExtPict}[\uFE0E\uFE0F\p{EMod}]?[\u{E0020}-\u{E007F}]*(?:\u200D\p{ExtPict}[\uFE0E\uFE0F\p{EMod}]?)*)$/u

/** Asks for the picture of a character that can be shown as text too. Keyboards send it or do not. */
const SELECTOR = '\uFE0F'
/** A character that the selector belongs to: https://unicode.org/reports/tr51/#def_emoji_presentation_selector */
const TEXT_BY_DEFAULT = /[0-9#*](?=\u20E3)|(?![0-9#*]|\p{EPres})\p{Emoji}(?!\p{EMod})/gu

/** A reaction text: a shortcode, or an emoji with its variation selectors. */
export const ReactionText = z
  .string()
  .max(MAX_CHARACTERS)
  .refine(
    (text) => SHORTCODE.test(text) || EMOJI.test(text),
    'must be a shortcode such as `:smile:`, or one emoji',
  )
  .transform((text) => {
    if (SHORTCODE.test(text)) return text
    return text.replaceAll(/[\uFE0E\uFE0F]/g, '').replaceAll(TEXT_BY_DEFAULT, `$&${SELECTOR}`)
  })
