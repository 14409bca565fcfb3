import { isOf, type WordClass } from '../normalise/lexicon.ts'
import type { Token, Utterance } from '../normalise/utterance.ts'
import type { Slots } from '../slots/slots.ts'
import { FUTURE } from '../slots/timeframe.ts'

/** A token, or the placeholder of the slot that starts at it. */
export interface Item {
  /** The word, or the name of the slot in capitals. */
  text: string
  isSlot: boolean
  token: Token
}

/** The tokens of an utterance, with each time, zone, count and number as one placeholder. */
export function itemsOf({ tokens }: Utterance, slots: Slots): Item[] {
  const spans = [
    ...slots.zones.map((span) => ({ ...span, text: 'ZONE' })),
    ...slots.times.map((span) => ({
      ...span,
      text: span.value.text === FUTURE ? 'FUTURE' : 'TIME',
    })),
    ...slots.counts.filter(({ value }) => value.isSure).map((span) => ({ ...span, text: 'COUNT' })),
  ]
  return tokens.flatMap((token): Item[] => {
    const span = spans.find(({ from, to }) => from <= token.index && token.index < to)
    if (span) return span.from === token.index ? [{ text: span.text, isSlot: true, token }] : []
    const isNumber = /^\d+(?:\.\d+)?$/.test(token.text)
    return [{ text: isNumber ? 'NUM' : token.text, isSlot: isNumber, token }]
  })
}

export function isWord({ text, isSlot }: Item): boolean {
  return !isSlot && /[\p{L}\p{N}]/u.test(text)
}

/** A punctuation mark, which separates clauses. */
export function isMark({ text }: Item): boolean {
  return /^[-,.?!;:()+]$/.test(text)
}

/** Without emoji and other symbols, which carry no query. */
export function withoutSymbols(items: readonly Item[]): Item[] {
  return items.filter((item) => item.isSlot || isWord(item) || isMark(item))
}

/** Whether a word can describe a topic, unlike function words, courtesies and ranking terms. */
export function isContent(word: string): boolean {
  return (
    !isOf(word, 'function', 'polite', 'asking', 'product', 'praise', 'ranking') && word !== 'NUM'
  )
}

/** Whether an item is a word that can describe a topic. */
export function isTopic(item: Item): boolean {
  return isWord(item) && isContent(item.text)
}

export function hasTopic(items: readonly Item[]): boolean {
  return items.some(isTopic)
}

/** Whether any item is a word of one of the classes. */
export function hasWordOf(items: readonly Item[], ...names: readonly WordClass[]): boolean {
  return items.some(({ text }) => isOf(text, ...names))
}

/** Whether an item may be part of a search query. */
export function isSearchable(item: Item): boolean {
  return isWord(item) || item.text === 'NUM'
}
