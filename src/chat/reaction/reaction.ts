import * as z from 'zod'
import { User } from '../user/user.ts'

const MAX_CHARACTERS = 45

const SHORTCODE = /^:[A-Za-z0-9_+-]+:?$/
// One visible emoji: a flag, a keycap, or a pictograph with its modifiers, joined to others or not.
// Not \p{RGI_Emoji}, which excludes emoji without a variation selector, as many keyboards send
// them.
const EMOJI =
  /^(?:\p{RI}{2}|[0-9#*]\uFE0F?\u20E3|\p{ExtPict}[\uFE0F\p{EMod}]?[\u{E0020}-\u{E007F}]*(?:\u200D\p{ExtPict}[\uFE0F\p{EMod}]?)*)$/u

/** A reaction text: a shortcode or an emoji. */
export const ReactionText = z
  .string()
  .max(MAX_CHARACTERS)
  .refine(
    (text) => SHORTCODE.test(text) || EMOJI.test(text),
    'must be a shortcode such as `:smile:`, or one emoji',
  )

/** A reaction as the API returns it. */
export const Reaction = z
  .object({
    id: z.string(),
    messageId: z.string(),
    reaction: z.string(),
    uid: z.string(),
    reactedAt: z.int(),
    reactedBy: User.pick({
      uid: true,
      name: true,
      status: true,
      role: true,
      createdAt: true,
    }).extend({
      avatar: z.string().optional(),
      conversationId: z
        .string()
        .optional()
        .describe(
          'The conversation of this user with the one on whose behalf the call is made, if there is one.',
        ),
    }),
  })
  .meta({ id: 'PlatformReaction' })
