import type { Model } from '../intent/model.ts'
import { searchWords } from '../intent/search-words.ts'
import { type Token, textBetween } from '../normalise/tokens.ts'
import { wordSet } from '../normalise/word-tables.ts'
import type { Slots } from '../slots/slots.ts'
import { topicNamed } from '../slots/topics.ts'
import type { Reading } from './reading.ts'

const QUOTED = /["“]([^"“”]{1,100})["”]/g
/** A word with a capital letter or a digit, and what a name has between two of them. */
const CAPITALIZED =
  /(?<![\p{L}\p{N}'’])(?:\p{Lu}|\p{N}+\p{L})[^\s?!,;:()]*(?:(?: +(?:&|\+|of|the|a|in|on|for|to|by|and|with))* +(?:\p{Lu}|\p{N})[^\s?!,;:()]*)*/gu
/** Words between two names. */
const BETWEEN = /[,;]| +(?:vs|versus|or|than|against)\.? +/i
const AND = / +and +/i
const OTHERS =
  /^(?:I|I['’]\w+|AI|PH|LOL|GOAT|ASAP|URL|API|OK|CSV|JSON|Product Hunt|Show HN|\d+(?:st|nd|rd|th))$/
const MAX_NAMES = 4

/**
 * The names of products that a message asks about, as they are written where that shows; without a model only those.
 * @param isOfTwo whether "with" stands between two of them
 */
export function namesIn(
  reading: Reading,
  message: string,
  model: Model | undefined,
  isOfTwo: boolean,
): string[] {
  const quoted = Array.from(message.matchAll(QUOTED), ([, name = '']) => name)
  const written = quoted.length > 0 ? quoted : capitalized(reading, message)
  const names = written.length > 0 ? written : model ? tagged(reading, model) : []
  const divided = isOfTwo ? names.flatMap((name) => name.split(/ +(?:with|to) +/)) : names
  const clean = divided.map((name) => name.replace(/['’]s$|[.'’]+$/, '').trim()).filter(Boolean)
  return [...new Set(clean)].slice(0, MAX_NAMES)
}

/** Words with which people begin to ask. */
const STARTERS = wordSet(
  'a an and any are at by can compare could count did do does explain fetch find from give grab hand has have hey hi how in is it just line look many more most my name now of ok on only or please pull put rank see set should show so sorry sort tell than thanks that the their then there these this those to top was we were what whats when where which who why will with would you your',
)

/** The names that capital letters show; where all letters are capitals, they show none. */
export function capitalized(
  { tokens, slots }: { tokens: readonly Token[]; slots: Pick<Slots, 'times' | 'zones'> },
  message: string,
): string[] {
  if (!/\p{Ll}/u.test(message)) return []
  const taken = new Set(
    [...slots.times, ...slots.zones].flatMap(({ from, to }) =>
      tokens.slice(from, to).map(({ typed }) => typed.toLowerCase()),
    ),
  )
  const isStarter = (word: string) =>
    STARTERS.has(word.toLowerCase().replace(/['’-].*$/, '')) || /^\d+(?:st|nd|rd|th)$/.test(word)
  const spans = Array.from(message.matchAll(CAPITALIZED), ([span]) => {
    const words = span.split(' ')
    return words.slice(words.findIndex((word) => !isStarter(word))).join(' ')
  })
  return spans
    .filter((span) => !span.split(' ').every(isStarter))
    .flatMap((span) => divided(span))
    .map((name) => name.replace(/['’]s$|[.'’]+$/, ''))
    .filter((name) => name !== '' && !OTHERS.test(name))
    .filter((name) => !taken.has(name.toLowerCase().split(' ')[0] ?? ''))
    .filter((name) => topicNamed(name.toLowerCase()) === undefined)
}

function divided(text: string): string[] {
  const parts = text.split(BETWEEN)
  return parts.length > 1 ? parts.flatMap((part) => part.split(/[,;]/)) : text.split(AND)
}

/** The names by the words that the model takes for those of a search. */
function tagged({ items, tokens }: Reading, model: Model): string[] {
  const places = searchWords(items, model)
    .flat()
    .filter((at) => tokens[at]?.text !== 'i')
  const groups: string[][] = [[]]
  for (const [index, at] of places.entries()) {
    const before = places[index - 1]
    const gap = before === undefined ? '' : textBetween(tokens, before + 1, at)
    if (gap !== '' && gap !== '&') groups.push([])
    groups.at(-1)?.push(tokens[at]?.typed ?? '')
  }
  return groups.map((words) => words.join(' ')).filter(Boolean)
}

/** Whether a token stands in one of some names. */
export function isPartOf(names: readonly string[], tokens: readonly Token[], at: number): boolean {
  return names.some((name) => {
    const words = name.toLowerCase().match(/[\p{L}\p{N}]+|&/gu) ?? []
    const isAt = (start: number) =>
      words.every((word, place) => tokens[start + place]?.typed.toLowerCase() === word)
    return words.some((_, place) => isAt(at - place))
  })
}
