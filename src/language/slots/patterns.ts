import type { Token } from '../normalise/utterance.ts'

/** The words that a match captured, by capture name. */
export type Captures = Readonly<Record<string, string | undefined>>

export interface Match {
  name: string
  captures: Captures
  /** Index of the first token, and of the one after the last. */
  from: number
  to: number
}

/** The tags of a token, by its text. */
export type TagsOf = (text: string) => readonly string[]

/** All patterns start from one shared state, so that each token is looked up once. */
interface State {
  words: Map<string, Transition[]>
  tags: Map<string, Transition[]>
  captures: { name: string; value: string | undefined; to: State }[]
  guards: { excluded: readonly string[]; isBefore: boolean; to: State }[]
  /** Names of the patterns that end here. */
  ends: string[]
}

/** Consumes one token and captures its text if `capture` is a name. */
interface Transition {
  capture: string | undefined
  to: State
}

type Macros = Readonly<Record<string, string>>

const MAX_STEPS_PER_TOKEN = 400

/**
 * @param patterns by name: `a|b` is one of the words, `x?` may be missing, `( … | … )` holds
 * sequences, `<tag>` is a word with that tag, `x:name` is kept under a name, `=name:value` notes a
 * value, `[ … ]` has to stand beside and is no part of the match, `!x` must not follow, `~x` must
 * not stand before, `{name}` stands for a text of `macros`.
 */
export function createPatterns(
  patterns: Readonly<Record<string, readonly string[]>>,
  macros: Macros,
  tagsOf: TagsOf,
) {
  const start = createState()
  for (const [name, forms] of Object.entries(patterns)) {
    for (const form of forms) {
      for (const end of extend([start], elementsOf(form, macros))) end.ends.push(name)
    }
  }
  return (tokens: readonly Token[]): Match[] => {
    const texts = ['^', ...tokens.map(({ text }) => text), '$']
    const search: Search = {
      texts,
      tags: texts.map(tagsOf),
      matches: [],
      stepsLeft: MAX_STEPS_PER_TOKEN * texts.length,
    }
    for (const at of texts.keys()) {
      visit(search, start, at, { name: 'begin', value: String(at), previous: undefined })
    }
    return search.matches
  }
}

interface Search {
  texts: readonly string[]
  tags: readonly (readonly string[])[]
  matches: Match[]
  /** Bounds the time a message can take. */
  stepsLeft: number
}

/** A linked list, latest capture first: branches of the search share their common part. */
interface CaptureList {
  name: string
  value: string
  previous: CaptureList | undefined
}

function visit(search: Search, state: State, at: number, captured: CaptureList) {
  const { words, tags, captures, guards, ends } = state
  search.stepsLeft -= 1
  const text = search.texts[at]
  if (search.stepsLeft < 0) return
  for (const name of ends) search.matches.push(matchOf(name, at, captured))
  for (const { name, value = String(at), to } of captures) {
    visit(search, to, at, { name, value, previous: captured })
  }
  for (const { excluded, isBefore, to } of guards) {
    if (!isAny(search, isBefore ? at - 1 : at, excluded)) visit(search, to, at, captured)
  }
  const matching = [words.get(text ?? ''), ...(search.tags[at] ?? []).map((tag) => tags.get(tag))]
  for (const transition of matching.flatMap((transitions) => transitions ?? [])) {
    follow(search, transition, at, captured)
  }
}

function follow(search: Search, { capture, to }: Transition, at: number, captured: CaptureList) {
  const value = search.texts[at] ?? ''
  const next = capture ? { name: capture, value, previous: captured } : captured
  visit(search, to, at + 1, next)
}

function isAny({ texts, tags }: Search, at: number, choices: readonly string[]): boolean {
  return choices.some((choice) => choice === texts[at] || tags[at]?.includes(choice))
}

/** Indexes are shifted by one, since `texts` has a start marker before the first token. */
function matchOf(name: string, end: number, captured: CaptureList): Match {
  const captures: Record<string, string> = {}
  for (let item: CaptureList | undefined = captured; item; item = item.previous) {
    captures[item.name] ??= item.value
  }
  return {
    name,
    captures,
    from: Number(captures.from ?? captures.begin) - 1,
    to: Number(captures.to ?? end) - 1,
  }
}

type Element =
  | { kind: 'words'; choices: readonly string[]; capture: string | undefined; isOptional: boolean }
  | { kind: 'group'; alternatives: readonly (readonly Element[])[]; isOptional: boolean }
  | { kind: 'capture'; name: string; value: string | undefined }
  | { kind: 'guard'; excluded: readonly string[]; isBefore: boolean }

/** Replaces each `{name}` by the text of that macro, which may use other macros. */
export function expandMacros(text: string, macros: Macros): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => expandMacros(macros[name] ?? '', macros))
}

function elementsOf(form: string, macros: Macros): Element[] {
  const pieces = expandMacros(form, macros).trim().split(/\s+/)
  // Bracketed context is not part of the match: leading context captures where the match starts
  // when it closes, trailing context captures where the match ends when it opens.
  const brackets = pieces[0] === '[' ? { '[': '', ']': 'from' } : { '[': 'to', ']': '' }
  return parseSequence(pieces, new Map(Object.entries(brackets)))
}

/** Consumes `pieces` up to the end of the sequence. */
function parseSequence(pieces: string[], brackets: ReadonlyMap<string, string>): Element[] {
  const elements: Element[] = []
  while (pieces.length > 0 && !/^(?:\)\??|\|)$/.test(pieces[0] ?? '')) {
    const piece = pieces.shift() ?? ''
    const name = brackets.get(piece)
    if (name) elements.push({ kind: 'capture', name, value: undefined })
    else if (name === undefined)
      elements.push(piece === '(' ? parseGroup(pieces, brackets) : parseElement(piece))
  }
  return elements
}

function parseGroup(pieces: string[], brackets: ReadonlyMap<string, string>): Element {
  const alternatives = [parseSequence(pieces, brackets)]
  while (pieces[0] === '|') {
    pieces.shift()
    alternatives.push(parseSequence(pieces, brackets))
  }
  return { kind: 'group', alternatives, isOptional: pieces.shift() === ')?' }
}

function parseElement(piece: string): Element {
  const [, name = '', value = ''] = /^=(\w+):(.+)$/.exec(piece) ?? []
  if (name) return { kind: 'capture', name, value }
  if (/^[!~]/.test(piece)) {
    const excluded = piece.slice(1).replace(/[<>]/g, '').split('|')
    return { kind: 'guard', excluded, isBefore: piece.startsWith('~') }
  }
  const isOptional = piece.length > 1 && piece.endsWith('?')
  const [choices = '', capture] = (isOptional ? piece.slice(0, -1) : piece).split(/:(?=\w+$)/)
  return { kind: 'words', choices: choices.split('|'), capture, isOptional }
}

/** Adds the elements after each of the states and returns the states where they end. */
function extend(from: readonly State[], elements: readonly Element[]): State[] {
  let states = [...from]
  for (const element of elements) {
    const before = states
    if (element.kind === 'group') {
      states = element.alternatives.flatMap((alternative) => extend(before, alternative))
    } else states = [addStep(before, element)]
    if ('isOptional' in element && element.isOptional) states = [...before, ...states]
  }
  return states
}

function addStep(from: readonly State[], element: Exclude<Element, { kind: 'group' }>): State {
  const to = createState()
  for (const { words, tags, captures, guards } of from) {
    if (element.kind === 'capture') captures.push({ ...element, to })
    else if (element.kind === 'guard') guards.push({ ...element, to })
    else for (const choice of element.choices) addChoice(words, tags, choice, element.capture, to)
  }
  return to
}

function addChoice(
  words: State['words'],
  tags: State['tags'],
  choice: string,
  capture: string | undefined,
  to: State,
) {
  const [, tag, name = tag] = /^<(\w+)(?::(\w+))?>$/.exec(choice) ?? []
  if (tag) append(tags, tag, { capture: capture ?? name, to })
  else append(words, choice, { capture, to })
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value) {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

function createState(): State {
  return { words: new Map(), tags: new Map(), captures: [], guards: [], ends: [] }
}
