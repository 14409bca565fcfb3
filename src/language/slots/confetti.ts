import slots from '../../../data/language/slots.json' with { type: 'json' }
import { byName, type Token, textBetween, wordSet } from '../normalise/tokens.ts'

const COLORS: ReadonlyMap<string, string> = new Map(Object.entries(slots.colors))
const RAINBOW = 'red orange yellow green blue violet'.split(' ')
const HEX = /^#[0-9a-f]{6}$/

/** Argument names by the words that can come before or after their number. */
const ARGUMENT_NAMES = byName(slots.confetti.names)
const UNITS = wordSet(slots.confetti.units)
/** Ends what a number counts: "we hit 10 downloads, throw confetti". */
const PHRASE_END = /^(?:[^\p{L}\p{N}]|and|so|then|throw|fire|shoot|drop|send)$/u
/** Skipped between an argument word and its number. */
const LINKS = wordSet('= : of at to is by a')

/** Arguments implied by an adverb, adjective or quantifier. */
const MANNERS = slots.confetti.manners.map(({ words, ...args }) => ({
  words: wordSet(words),
  args,
}))
const WISH =
  /\b(?:\w*confet+i\w*|fireworks|celebrate|party|throw|fire|shoot|drop|trigger|send|pop|(?<!\b(?:who|they|you) (?:\w+ )?)make it|rain|pieces|particles|count|spread|velocity|ticks|sounds?|colou?rs?)\b|\p{Emoji_Presentation}/iu
const SILENT =
  /\b(?:no|without|mute|minus|zero|disable|turn off|not? any) (?:the |any )?(?:sounds?|noise|audio)\b|\b(?:sounds?|audio) off\b|\b(?:silent|silently|quiet|quietly|muted?)\b/
const LOUD = /\b(?:sounds?|noise|audio|loud|loudly)\b/
/** Fractions of the width and height, from the top left. */
const ORIGINS: readonly (readonly [RegExp, { x?: number; y?: number }])[] = [
  [/\bleft\b/, { x: 0 }],
  [/\bright\b(?! now)/, { x: 1 }],
  [/\b(?:from|at|on|in) (?:the )?top\b|\babove\b|\btop (?:left|right|corner)\b/, { y: 0 }],
  [/\bbottom\b|\bbelow\b|\bfloor\b/, { y: 1 }],
  [/\b(?:cent(?:er|re)|middle)\b/, { x: 0.5, y: 0.5 }],
]

export function isConfetti(text: string): boolean {
  return /^(?:(?:trigger)?confet+i+s?|fireworks)$/.test(text)
}

/** Whether a text asks for confetti in so many words. */
export function isWish(text: string): boolean {
  return WISH.test(text)
}

/** The confetti arguments that a message mentions; any other is left out. */
export function confettiArguments(tokens: readonly Token[]): Record<string, unknown> {
  const words = tokens.map(({ text }) => text)
  const text = textBetween(tokens)
  const { x, y, ...numbers } = numbersIn(words)
  // "Once more", "one more time" asks for no more of it.
  const manners = MANNERS.flatMap(({ words: known, args }) => {
    const isMeant = (word: string, at: number) => known.has(word) && words[at - 1] !== 'once'
    return words.some(isMeant) ? [args] : []
  })
  const origins = ORIGINS.flatMap(([pattern, origin]) => (pattern.test(text) ? [origin] : []))
  if (x !== undefined || y !== undefined) origins.push({ x: x ?? 0.5, y: y ?? 0.5 })
  const colors = colorsIn(words)
  const shapes = ['square', 'circle', 'star'].filter((shape) =>
    new RegExp(`\\b${shape}s?\\b`).test(text),
  )
  return {
    ...Object.assign({}, ...manners, numbers),
    ...(colors.length > 0 && { colors }),
    ...(shapes.length > 0 && { shapes }),
    ...(origins.length > 0 && { origin: Object.assign({ x: 0.5, y: 0.5 }, ...origins) }),
    ...(LOUD.test(text) && { disableSound: false }),
    ...(SILENT.test(text) && { disableSound: true }),
  }
}

function colorsIn(words: readonly string[]): string[] {
  const isRainbow = words.some((word) => /^(?:rainbow|(?:multi)?colou?r(?:ful|ed))$/.test(word))
  const all = (isRainbow ? RAINBOW : words).flatMap((word, at) => {
    const isRefused = /^(?:not|no|without)$/.test(words[at - 1] ?? '')
    return isRefused ? [] : HEX.test(word) ? word : (COLORS.get(word) ?? [])
  })
  return [...new Set(all)]
}

/** "500 pieces", "particleCount=400", "spread of 120", "120 degrees", "400 of them". */
function numbersIn(words: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const [at, word] of words.entries()) {
    if (!/^\d+(?:\.\d+)?$/.test(word)) continue
    const before = words.slice(0, at).findLast((other) => !LINKS.has(other)) ?? ''
    const end = words.findIndex((other, place) => place > at && PHRASE_END.test(other))
    const [next = '', ...others] = words.slice(
      at + 1,
      Math.min(at + 4, end < 0 ? words.length : end),
    )
    const isPieces = [next, ...others].some((other) => UNITS.has(other) || isConfetti(other))
    const pieces = isPieces || (next === 'of' && others[0] === 'them') ? 'particleCount' : undefined
    const name = ARGUMENT_NAMES.get(before) ?? ARGUMENT_NAMES.get(next) ?? pieces
    if (name) found[name] ??= Number(word)
  }
  return found
}
