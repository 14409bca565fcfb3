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
