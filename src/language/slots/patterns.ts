import type { Token } from '../normalise/utterance.ts'

/** What a pattern has noted on its way: words by the names of their classes. */
export type Words = Readonly<Record<string, string | undefined>>

export interface Match {
  name: string
  words: Words
  /** Places of the first token and of the one behind the last. */
  from: number
  to: number
}

/** The classes of a token, by what is written in it. */
export type TagsOf = (text: string) => readonly string[]

/** Where a pattern can go from here. All patterns are one such tree, so that a token is looked up once. */
interface Place {
  words: Map<string, Way[]>
  tags: Map<string, Way[]>
  notes: { name: string; value: string | undefined; to: Place }[]
  guards: { none: readonly string[]; isBefore: boolean; to: Place }[]
  ends: string[]
}

/** On to the next place, with the word noted under a name or not. */
interface Way {
  keep: string | undefined
  to: Place
}

type Names = Readonly<Record<string, string>>

const MAX_STEPS = 400

/** @param patterns by the name of what they mean, written as data/language/slots.json says */
export function createPatterns(
  patterns: Readonly<Record<string, readonly string[]>>,
  macros: Names,
  tagsOf: TagsOf,
) {
  const start = place()
  for (const [name, forms] of Object.entries(patterns)) {
    for (const form of forms) {
      for (const end of grow([start], elementsOf(form, macros))) end.ends.push(name)
    }
  }
  return (tokens: readonly Token[]): Match[] => {
    const texts = ['^', ...tokens.map(({ text }) => text), '$']
    const walked: Walk = {
      texts,
      tags: texts.map(tagsOf),
      found: [],
      steps: MAX_STEPS * texts.length,
    }
    for (const at of texts.keys()) {
      walk(walked, start, at, { name: 'begin', value: String(at), before: undefined })
    }
    return walked.found
  }
}

interface Walk {
  texts: readonly string[]
  tags: readonly (readonly string[])[]
  found: Match[]
  /** How many may still be gone: time stays bounded whatever is typed. */
  steps: number
}

function walk(walked: Walk, { words, tags, notes, guards, ends }: Place, at: number, kept: Kept) {
  walked.steps -= 1
  const text = walked.texts[at]
  if (walked.steps < 0) return
  for (const name of ends) walked.found.push(matchOf(name, at, kept))
  for (const { name, value = String(at), to } of notes) {
    walk(walked, to, at, { name, value, before: kept })
  }
  for (const { none, isBefore, to } of guards) {
    if (!isAny(walked, isBefore ? at - 1 : at, none)) walk(walked, to, at, kept)
  }
  const ways = [words.get(text ?? ''), ...(walked.tags[at] ?? []).map((tag) => tags.get(tag))]
  for (const way of ways.flatMap((some) => some ?? [])) follow(walked, way, at, kept)
}

function follow(walked: Walk, { keep, to }: Way, at: number, kept: Kept) {
  const value = walked.texts[at] ?? ''
  walk(walked, to, at + 1, keep ? { name: keep, value, before: kept } : kept)
}

function isAny({ texts, tags }: Walk, at: number, choices: readonly string[]): boolean {
  return choices.some((one) => one === texts[at] || tags[at]?.includes(one))
}

interface Kept {
  name: string
  value: string
  before: Kept | undefined
}

/** In the places of the tokens: the text has a mark before the first of them. */
function matchOf(name: string, end: number, kept: Kept): Match {
  const words: Record<string, string> = {}
  for (let one: Kept | undefined = kept; one; one = one.before) words[one.name] ??= one.value
  return {
    name,
    words,
    from: Number(words.from ?? words.begin) - 1,
    to: Number(words.to ?? end) - 1,
  }
}

type Element =
  | { kind: 'words'; choices: readonly string[]; keep: string | undefined; isOptional: boolean }
  | { kind: 'group'; ways: readonly (readonly Element[])[]; isOptional: boolean }
  | { kind: 'note'; name: string; value: string | undefined }
  | { kind: 'guard'; none: readonly string[]; isBefore: boolean }

function elementsOf(form: string, macros: Names): Element[] {
  const expanded = form.replace(/\{(\w+)\}/g, (_, name: string) => macros[name] ?? '')
  const pieces = expanded.trim().split(/\s+/)
  // What stands before ends with a note of where the time begins, what stands behind begins with one.
  const marks = pieces[0] === '[' ? { '[': '', ']': 'from' } : { '[': 'to', ']': '' }
  return sequence(pieces, new Map(Object.entries(marks)))
}

function sequence(pieces: string[], marks: ReadonlyMap<string, string>): Element[] {
  const elements: Element[] = []
  while (pieces.length > 0 && !/^(?:\)\??|\|)$/.test(pieces[0] ?? '')) {
    const piece = pieces.shift() ?? ''
    const mark = marks.get(piece)
    if (mark) elements.push({ kind: 'note', name: mark, value: undefined })
    else if (mark === undefined)
      elements.push(piece === '(' ? group(pieces, marks) : elementOf(piece))
  }
  return elements
}

function group(pieces: string[], marks: ReadonlyMap<string, string>): Element {
  const ways = [sequence(pieces, marks)]
  while (pieces[0] === '|') {
    pieces.shift()
    ways.push(sequence(pieces, marks))
  }
  return { kind: 'group', ways, isOptional: pieces.shift() === ')?' }
}

function elementOf(piece: string): Element {
  const [, name = '', value = ''] = /^=(\w+):(.+)$/.exec(piece) ?? []
  if (name) return { kind: 'note', name, value }
  if (/^[!~]/.test(piece)) {
    const none = piece.slice(1).replace(/[<>]/g, '').split('|')
    return { kind: 'guard', none, isBefore: piece.startsWith('~') }
  }
  const isOptional = piece.length > 1 && piece.endsWith('?')
  const [choices = '', keep] = (isOptional ? piece.slice(0, -1) : piece).split(/:(?=\w+$)/)
  return { kind: 'words', choices: choices.split('|'), keep, isOptional }
}

/** The places at which the elements end, from any of these. */
function grow(from: readonly Place[], elements: readonly Element[]): Place[] {
  let places = [...from]
  for (const element of elements) {
    const before = places
    if (element.kind === 'group') places = element.ways.flatMap((way) => grow(before, way))
    else places = [step(before, element)]
    if ('isOptional' in element && element.isOptional) places = [...before, ...places]
  }
  return places
}

function step(from: readonly Place[], element: Exclude<Element, { kind: 'group' }>): Place {
  const to = place()
  for (const { words, tags, notes, guards } of from) {
    if (element.kind === 'note') notes.push({ ...element, to })
    else if (element.kind === 'guard') guards.push({ ...element, to })
    else for (const choice of element.choices) choose(words, tags, choice, element.keep, to)
  }
  return to
}

function choose(
  words: Place['words'],
  tags: Place['tags'],
  choice: string,
  keep: string | undefined,
  to: Place,
) {
  const [, tag, name = tag] = /^<(\w+)(?::(\w+))?>$/.exec(choice) ?? []
  if (tag) put(tags, tag, { keep: keep ?? name, to })
  else put(words, choice, { keep, to })
}

function put<Value>(map: Map<string, Value[]>, key: string, value: Value) {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

function place(): Place {
  return { words: new Map(), tags: new Map(), notes: [], guards: [], ends: [] }
}
