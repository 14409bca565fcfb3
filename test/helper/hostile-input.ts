import fc from 'fast-check'

/** What makes patterns and parsers slow, or texts longer than they look. */
const UNITS = [
  ...['a', 'ab', 'a ', '1', '1 ', '1,', ' ', '\n', '\t', '\0', ',', '.', '-', '!', '?', "'", '"'],
  ...[
    '\\',
    '\\"',
    '/',
    ':',
    '::',
    '(',
    ')',
    '[',
    ']',
    '[](',
    '{',
    '}',
    '{{',
    '}}',
    '{{a}}',
    '{{#a}}',
  ],
  ...['<', '&', '&a', '%', '%41', '@', 'a@', '#1 ', '*', '**', '_', '`', '|', '$', '+', '=', ';'],
  ...['9/9 ', '1.1.2026 ', '2026-01-01 ', '12:30 ', 'jan 1 ', 'monday ', 'h1 ', 'last week '],
  ...['between jan and ', 'today/', 'T00:00', 'tokyo ', 'in tokyo ', 'PST ', 'utc+1 ', 'new york '],
  ...['top ', 'top 5 ', 'and then ', 'one hundred ', 'please ', 'hi ', 'we won ', 'find me '],
  ...[
    'app for ',
    'prodcuts ',
    'how do my ',
    'call a ',
    '1. ',
    '1. a\n',
    '10.0.0.1, ',
    'http://a ',
    'www.',
  ],
  ...['\uFDFA', '\u3316', '\u0130', '\u00DF', '\uFB01', 'e\u0301', '\u0301', '\u00E9', '\u4E2D'],
  ...['\u0430', '\u0627', '\u200B', '\u200D', '\u202E', '\u2066', '\u2028', '\u0085', '\uFEFF'],
  ...[
    '\uD800',
    '\uDC00',
    '\u{1F600}',
    '\u{1F469}\u200D',
    '\u{1F1E9}\u{1F1EA}',
    '\u{1F3FD}',
    '\u{E0061}',
  ],
]

const TAILS = ['', '', '!', 'x', '\n', '"', '}']

const unit = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...UNITS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }) },
)

/** A text told in short, so that one that fails can be read: a few things, each over and over. */
export const hostileText = fc.record({
  units: fc.array(unit, { minLength: 1, maxLength: 3 }),
  tail: fc.constantFrom(...TAILS),
})

export type HostileText = typeof hostileText extends fc.Arbitrary<infer Text> ? Text : never

export function spelled({ units, tail }: HostileText, length: number): string {
  const each = Math.floor((length - tail.length) / units.length)
  return units.map((unit) => filled(unit, each)).join('') + tail
}

function filled(unit: string, length: number) {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
}

const MIB = 1024 * 1024
const ROOM = MIB - 1_000

/** Just below the number of values that a body may hold. */
const MANY = 19_500

/** JSON values, as texts, that take long to parse, to check, to copy, or to walk by recursion. */
export const HOSTILE_VALUES: Readonly<Record<string, string>> = {
  'many objects': list('{}'),
  'many lists': list('[]'),
  'many numbers': list('1'),
  'many texts': list('""'),
  'many keys': keyed(Math.floor(ROOM / 14)),
  'lists nested deep': '['.repeat(200_000) + ']'.repeat(200_000),
  'objects nested deep': `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
  'lists without an end': '['.repeat(ROOM),
  'as many objects as there may be': list('{}', MANY / 2),
  'as many keys as there may be': keyed(MANY),
  'as many numbers as there may be': list('1', MANY),
  'as deep as there may be': '['.repeat(90) + ']'.repeat(90),
  'one long key': `{"${'k'.repeat(ROOM)}":1}`,
  'one long text': `"${'a'.repeat(ROOM)}"`,
  'nothing but blanks': `"${' '.repeat(ROOM)}"`,
  'an address without an end': `"https://${'\u0130'.repeat(ROOM / 2 - 10)}"`,
  'characters that stand for eighteen': `"${'\uFDFA'.repeat(Math.floor(ROOM / 3))}"`,
  'escapes alone': `"${'\\"'.repeat(ROOM / 2)}"`,
}

function list(item: string, items = Math.floor(ROOM / (item.length + 1))) {
  return `[${Array(Math.floor(items)).fill(item).join(',')}]`
}

function keyed(keys: number) {
  return `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join(',')}}`
}

/** The value in the place of each `@` of a body, where the body is then no larger than it may be. */
export function bodyOf(form: string, value: string): string | undefined {
  const body = form.replaceAll('@', () => value)
  return new TextEncoder().encode(body).length <= MIB ? body : undefined
}
