import slots from '../../../data/language/slots.json' with { type: 'json' }
import type { Token } from '../normalise/tokens.ts'
import { byName, wordSet } from '../normalise/word-tables.ts'

export const COLORS: ReadonlyMap<string, string> = new Map(Object.entries(slots.colors))
const RAINBOW = ['red', 'orange', 'yellow', 'green', 'blue', 'violet']
const HEX = /^#[0-9a-f]{6}$/

/** Argument names by the words that can come before or after their number. */
const ARGUMENT_NAMES = byName(slots.confetti.names)
const UNITS = wordSet(slots.confetti.units)
/** Ends what a number counts: "we hit 10 downloads, throw confetti". */
const PHRASE_END = /^(?:[^\p{L}\p{N}]|and|so|then|more|throw|fire|shoot|drop|pop|trigger|send)$/u
/** Skipped between an argument word and its number. */
const LINKS = wordSet('= : of at to is by a')

/** Arguments implied by an adverb, adjective or quantifier. */
const MANNERS: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
  slots.confetti.manners.flatMap(({ words, ...args }) =>
    words.split(' ').map((word): [string, Record<string, unknown>] => [word, args]),
  ),
)
const QUIET =
  /\b(?:no|without|mute|minus|zero|disable|turn off|not? any) (?:the |any )?(?:sounds?|noise|audio|bang)\b|\b(?:sounds?|audio) off\b|\b(?:silent|silently|quiet|quietly|muted?)\b/
const LOUD = /\b(?:sounds?|noise|audio|loud|loudly|bang)\b/
/** Fractions of the width and height, from the top left. */
const ORIGINS: readonly (readonly [RegExp, { x?: number; y?: number }])[] = [
  [/\bleft\b/, { x: 0 }],
  [/\bright\b(?! now)/, { x: 1 }],
  [
    /\b(?:from|at|on|in) (?:the )?(?:very )?top\b|\b(?:from )?above\b|\btop (?:left|right|corner)\b|\bdown from\b/,
    { y: 0 },
  ],
  [/\bbottom\b|\bbelow\b|\bfloor\b/, { y: 1 }],
  [/\b(?:cent(?:er|re)|middle)\b/, { x: 0.5, y: 0.5 }],
]

export function isConfetti(text: string): boolean {
  return /^(?:(?:trigger)?confet+i+s?|fireworks)$/.test(text)
}

/** The confetti arguments that a message mentions; any other is left out. */
export function confettiArguments(tokens: readonly Token[]): Record<string, unknown> {
  const words = tokens.map(({ text }) => text)
  const text = words.join(' ')
  const isAgain = (at: number) => words[at - 1] === 'once' || words[at + 1] === 'time'
  const manners = words.flatMap((word, at) => (isAgain(at) ? [] : (MANNERS.get(word) ?? [])))
  const colors = colorsIn(words)
  const shapes = ['square', 'circle', 'star'].filter((shape) =>
    new RegExp(`\\b${shape}s?\\b`).test(text),
  )
  const { x, y, ...numbers } = numbersIn(words)
  const origins = ORIGINS.flatMap(([pattern, origin]) => (pattern.test(text) ? [origin] : []))
  if (x !== undefined || y !== undefined) origins.push({ x: x ?? 0.5, y: y ?? 0.5 })
  const args: Record<string, unknown> = Object.assign({}, ...manners, numbers)
  if (colors.length > 0) args.colors = colors
  if (shapes.length > 0) args.shapes = shapes
  if (origins.length > 0) args.origin = Object.assign({ x: 0.5, y: 0.5 }, ...origins)
  if (QUIET.test(text)) args.disableSound = true
  else if (LOUD.test(text)) args.disableSound = false
  return args
}

function colorsIn(words: readonly string[]): string[] {
  if (words.some((word) => /^(?:rainbow|(?:multi)?colou?r(?:ful|ed)|multicolou?r)$/.test(word))) {
    return RAINBOW.map((name) => COLORS.get(name) ?? '')
  }
  const all = words.flatMap((word, at) => {
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
    const after = words.slice(at + 1, Math.min(at + 4, end < 0 ? words.length : end))
    const unit = after.find((other) => UNITS.has(other) || isConfetti(other))
    const isOfThem = after[0] === 'of' && after[1] === 'them'
    const name =
      ARGUMENT_NAMES.get(before) ??
      ARGUMENT_NAMES.get(after[0] ?? '') ??
      (unit || isOfThem ? 'particleCount' : undefined)
    if (name) found[name] ??= Number(word)
  }
  return found
}
