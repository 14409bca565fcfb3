import words from '../../../data/language/words.json' with { type: 'json' }
import type { Token } from '../normalise/tokens.ts'
import type { Slots } from '../slots/slots.ts'
import { FUTURE } from '../slots/timeframe.ts'

/** A token, or the placeholder of the slot that begins at it. */
export interface Item {
  /** The word, or the name of the slot in angle brackets. */
  text: string
  /** Place of the token. */
  at: number
  /** Whether it is part of a name, as far as capital letters show. */
  isName?: boolean
}

/** The tokens of a message, with each time, zone, count and number as one placeholder. */
export function itemsOf(tokens: readonly Token[], { times, zones, counts }: Slots): Item[] {
  const spans = [
    ...zones.map(({ from, to }) => ({ from, to, text: '<zone>' })),
    ...times.map(({ from, to, value }) => ({ from, to, text: nameOf(value.text) })),
    ...counts.map(({ from, to }) => ({ from, to, text: '<count>' })),
  ]
  return tokens.flatMap(({ text }, at) => {
    const span = spans.find(({ from, to }) => from <= at && at < to)
    if (span) return span.from === at ? [{ text: span.text, at }] : []
    return [{ text: /^\d+(?:\.\d+)?$/.test(text) ? '<number>' : text, at }]
  })
}

function nameOf(time: string): string {
  return time === FUTURE ? '<future>' : '<time>'
}

export function isWord({ text }: Item): boolean {
  return !text.startsWith('<') && /[\p{L}\p{N}]/u.test(text)
}

/** Stands for a word that the model does not know. */
export const UNKNOWN = '<word>'

/** Stands for the name of a product. */
const NAME = '<name>'

/** As `namesOf`, with each name as one placeholder. */
export function withNames(items: readonly Item[], cues: ReadonlySet<string>): string[] {
  const first = items.filter(({ isName }, at) => !isName || !items[at - 1]?.isName)
  return namesOf(
    first.map((item) => (item.isName ? { ...item, text: NAME } : item)),
    cues,
  )
}

/** The items of a message in the words that the model knows; any other word is `UNKNOWN`. */
export function namesOf(items: readonly Item[], cues: ReadonlySet<string>): string[] {
  return items.map((item) => (isWord(item) && !cues.has(item.text) ? UNKNOWN : item.text))
}

/** The request before a message. */
export type Before = 'none' | 'talk' | 'ranking' | 'search' | 'history' | 'confetti' | 'tool'

const EDGE = '^'

/** Says nothing of what is asked for: people end any sentence with it, or with nothing. */
const END = /^[-,.!;:…()]$/
const EMOJI = /^\p{Extended_Pictographic}$/u

/** The features by which a message is classified: its words, pairs of them, and what was before. */
export function intentFeatures(all: readonly string[], before: Before): string[] {
  const plain = all.filter((name) => words.cheers.includes(name) || !EMOJI.test(name))
  const names = plain.slice(0, plain.findLastIndex((name) => !END.test(name)) + 1)
  const features = new Set<string>(['bias', `after ${before}`])
  const padded = [EDGE, ...names, EDGE]
  const isReply = before !== 'none' && before !== 'talk'
  for (const [at, name] of padded.entries()) {
    if (at > 0 && at <= names.length) {
      features.add(name)
      if (isReply) features.add(`after ${name}`)
    }
    if (at > 0) features.add(`${padded[at - 1]} ${name}`)
    if (at > 1) features.add(`${padded[at - 2]} * ${name}`)
  }
  return [...features]
}

/** The features by which a word is kept for a search or not. */
export function wordFeatures(
  names: readonly string[],
  at: number,
  { last, hasWords }: { last: string; hasWords: boolean },
): string[] {
  const near = (by: number) => names[at + by] ?? EDGE
  const own = near(0)
  const state = `${last}${hasWords ? '' : ' first'}`
  return [
    `bias ${state}`,
    own,
    `${own} ${state}`,
    `-1 ${near(-1)}`,
    `+1 ${near(1)}`,
    `-1 ${near(-1)} ${own}`,
    `+1 ${own} ${near(1)}`,
    `-2 ${near(-2)} ${near(-1)}`,
    `+2 ${near(1)} ${near(2)}`,
    `${near(-1)} ${state}`,
    `+1 ${near(1)} ${state}`,
    `mark ${lastMark(names, at)} ${own}`,
    `cue ${lastCue(names, at)} ${state}`,
    `cue ${lastCue(names, at)} ${own}`,
    `place ${Math.min(3, at)}`,
  ]
}

const MARK = /^[-,.?!;:()+]$/

function lastMark(names: readonly string[], at: number): string {
  return names.slice(0, at).findLast((name) => MARK.test(name)) ?? EDGE
}

/** The last known word before it. */
function lastCue(names: readonly string[], at: number): string {
  return names.slice(0, at).findLast((name) => name !== UNKNOWN && !MARK.test(name)) ?? EDGE
}
