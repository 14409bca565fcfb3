import type { Utterance } from '../normalise/utterance.ts'

const COLORS: Readonly<Record<string, string>> = {
  red: '#e53935',
  blue: '#1e88e5',
  green: '#43a047',
  yellow: '#fdd835',
  orange: '#fb8c00',
  purple: '#8e24aa',
  violet: '#8e24aa',
  pink: '#ec407a',
  white: '#ffffff',
  black: '#212121',
  gold: '#ffd700',
  golden: '#ffd700',
  silver: '#c0c0c0',
  brown: '#795548',
  grey: '#9e9e9e',
  gray: '#9e9e9e',
  turquoise: '#1de9b6',
  teal: '#00897b',
  cyan: '#00bcd4',
  magenta: '#d81b60',
  lime: '#cddc39',
  navy: '#1a237e',
  indigo: '#3949ab',
  maroon: '#800000',
}

const RAINBOW = ['red', 'orange', 'yellow', 'green', 'blue', 'violet']

const PLACES: readonly (readonly [RegExp, { x?: number; y?: number }])[] = [
  [/\bleft\b/, { x: 0 }],
  [/\bright\b(?! now)/, { x: 1 }],
  [
    /\b(?:from|at|on|in) (?:the )?(?:very )?top\b|\bfrom above\b|\btop (?:left|right|corner)\b|\bdown from\b/,
    { y: 0 },
  ],
  [/\bbottom\b|\bfrom below\b|\bfloor\b/, { y: 1 }],
  [/\b(?:cent(?:er|re)|middle)\b/, { x: 0.5, y: 0.5 }],
]

/** What a message says of the confetti it asks for; nothing it does not say. */
export function confettiArguments({ text }: Utterance): Record<string, unknown> {
  if (!/\b(?:confettis?|fireworks|party|celebrat\w+|rain)\b/.test(text)) return {}
  const colors = colorsIn(text)
  const count =
    /\b(\d+) (?:[a-z]+ ){0,2}(?:pieces?|particles?|confettis?|bits|flakes|dots|stars|circles|squares)\b/.exec(
      text,
    )?.[1]
  const ofThem = /\bconfetti\b.*?\b(\d{2,4}) of them\b/.exec(text)?.[1]
  const places = PLACES.flatMap(([pattern, place]) => (pattern.test(text) ? [place] : []))
  const shapes = ['square', 'circle', 'star'].filter((shape) =>
    new RegExp(`\\b${shape}s?\\b`).test(text),
  )
  const degrees =
    /\b(\d{1,3}) degrees?\b/.exec(text)?.[1] ?? /\bspread (?:of )?(\d{1,3})\b/.exec(text)?.[1]
  const speed = /\b(?:velocity|speed)(?: of| at|:)? (\d{1,3})\b/.exec(text)?.[1]
  const frames = /\b(\d{2,4}) (?:frames|ticks)\b/.exec(text)?.[1]
  return defined({
    colors: colors.length > 0 ? colors : undefined,
    particleCount: number(count ?? ofThem) ?? amountIn(text),
    origin: places.length > 0 ? Object.assign({ x: 0.5, y: 0.5 }, ...places) : undefined,
    shapes: shapes.length > 0 ? shapes : undefined,
    spread:
      number(degrees) ??
      pick(text, [
        [/\bwide(?:r|ly)?\b|\beverywhere\b|\ball over\b/, 180],
        [/\bnarrow(?:er|ly)?\b|\btight\b/, 30],
      ]),
    startVelocity:
      number(speed) ??
      pick(text, [
        [/\bfast(?:er)?\b|\bquick\b/, 90],
        [/\bslow(?:er|ly)?\b|\bgentl[ey]\b/, 20],
      ]),
    ticks: number(frames) ?? pick(text, [[/\blong(?:er)?(?: lasting)?\b/, 600]]),
    disableSound:
      /\b(?:with|and|turn on|enable|play) (?:the |some |a )?(?:sounds?|noise|audio|bang)\b|\bloud(?:ly)?\b/.test(
        text,
      )
        ? false
        : undefined,
  })
}

function colorsIn(text: string): string[] {
  const hex = text.match(/#[0-9a-f]{6}\b/g) ?? []
  if (/\brainbow\b|\ball (?:the )?colou?rs\b|\bcolou?rful\b|\bmulticolou?red\b/.test(text)) {
    return RAINBOW.map((name) => COLORS[name] ?? '')
  }
  const names = text.split(' ').flatMap((word) => COLORS[word] ?? [])
  return [...new Set([...hex, ...names])]
}

function amountIn(text: string): number | undefined {
  return pick(text, [
    [/\b(?:lots?|loads|tons?|heaps|plenty|masses|huge|massive|big|more|extra|bunch)\b/, 500],
    [/\b(?:small|tiny|little|a bit)\b/, 60],
  ])
}

function pick(text: string, rules: readonly (readonly [RegExp, number])[]): number | undefined {
  return rules.find(([pattern]) => pattern.test(text))?.[1]
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
