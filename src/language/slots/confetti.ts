import slots from '../../../data/language/slots.json' with { type: 'json' }
import type { Token } from '../normalise/utterance.ts'

const COLORS: ReadonlyMap<string, string> = new Map(Object.entries(slots.colors))
const RAINBOW = ['red', 'orange', 'yellow', 'green', 'blue', 'violet']
const HEX = /^#[0-9a-f]{6}$/

/** By what stands before a number, or behind it. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(slots.confetti.names).flatMap(([name, words]) =>
    words.split(' ').map((word): [string, string] => [word, name]),
  ),
)
const UNITS = new Set(slots.confetti.units.split(' '))
const LINKS = new Set(['=', ':', 'of', 'at', 'to', 'is', 'by', 'a'])

/** What an adverb or an adjective means. */
const MANNERS: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
  slots.confetti.manners.flatMap(({ words, ...args }) =>
    words.split(' ').map((word): [string, Record<string, unknown>] => [word, args]),
  ),
)
const QUIET =
  /\b(?:no|without|mute|minus|zero|disable|turn off|not? any) (?:the |any )?(?:sounds?|noise|audio|bang)\b|\b(?:sounds?|audio) off\b|\b(?:silent|silently|quiet|quietly|muted?)\b/
const LOUD = /\b(?:sounds?|noise|audio|loud|loudly|bang)\b/
const PLACES: readonly (readonly [RegExp, { x?: number; y?: number }])[] = [
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

/** What a message says of the confetti it asks for; nothing it does not say. */
export function confettiArguments(tokens: readonly Token[]): Record<string, unknown> {
  const text = tokens.map((token) => token.text).join(' ')
  const words = tokens.map((token) => token.text)
  const manners = words.flatMap((word) => MANNERS.get(word) ?? [])
  const colors = colorsIn(words)
  const shapes = ['square', 'circle', 'star'].filter((shape) =>
    new RegExp(`\\b${shape}s*\\b`).test(text),
  )
  const { x, y, ...numbers } = numbersIn(words)
  const places = PLACES.flatMap(([pattern, place]) => (pattern.test(text) ? [place] : []))
  if (x !== undefined || y !== undefined) places.push({ x: x ?? 0.5, y: y ?? 0.5 })
  const args: Record<string, unknown> = Object.assign({}, ...manners, numbers)
  if (colors.length > 0) args.colors = colors
  if (shapes.length > 0) args.shapes = shapes
  if (places.length > 0) args.origin = Object.assign({ x: 0.5, y: 0.5 }, ...places)
  if (QUIET.test(text)) args.disableSound = true
  else if (LOUD.test(text)) args.disableSound = false
  return args
}

function colorsIn(words: readonly string[]): string[] {
  if (words.some((word) => /^(?:rainbow|(?:multi)?colou?r(?:ful|ed)|multicolou?r)$/.test(word))) {
    return RAINBOW.map((name) => COLORS.get(name) ?? '')
  }
  const all = words.flatMap((word) => (HEX.test(word) ? word : (COLORS.get(word) ?? [])))
  return [...new Set(all)]
}

/** "500 pieces", "particleCount=400", "spread of 120", "120 degrees", "400 of them". */
function numbersIn(words: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const [at, word] of words.entries()) {
    if (!/^\d+(?:\.\d+)?$/.test(word)) continue
    const before = words.slice(0, at).findLast((other) => !LINKS.has(other)) ?? ''
    const behind = words.slice(at + 1, at + 4)
    const unit = behind.find((other) => UNITS.has(other) || isConfetti(other))
    const isOfThem = behind[0] === 'of' && behind[1] === 'them'
    const name =
      NAMES.get(before) ??
      NAMES.get(behind[0] ?? '') ??
      (unit || isOfThem ? 'particleCount' : undefined)
    if (name) found[name] ??= Number(word)
  }
  return found
}
