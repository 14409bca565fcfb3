import { isTopic } from '../intent/items.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import { textOf } from '../normalise/utterance.ts'
import { isBoundless } from '../slots/timeframe.ts'
import { COMPARISON_WORDS, comparisonOf } from './comparisons.ts'
import { describingWords } from './described-products.ts'
import { itemIndexesIn } from './item-indexes.ts'
import type { Part } from './parts.ts'
import { asks } from './question-words.ts'
import { timesIn } from './rankings.ts'
import { DETAIL } from './reply-intent.ts'
import type { Condition, ItemRequest, Summary, Superlative } from './request.ts'

const LIST = /\b(first|second|third|last) (?:list|ranking)\b/

/** What a message asks of products of an earlier answer. */
export function itemRequest(parts: readonly Part[]): ItemRequest {
  const own = parts.filter(({ intent }) => intent === 'item')
  const texts = own.map(({ items }) => textOf(items.map(({ token }) => token)))
  const text = texts.join('\n')
  const superlative = superlativeIn(text)
  const isSeveral = superlative !== undefined && superlative.count > 1
  const indexes = isSeveral ? [] : [...new Set(texts.flatMap(itemIndexesIn))]
  const condition = votesIn(text) ?? (superlative ? undefined : launchIn(own))
  const isChosen = indexes.length > 0 || superlative !== undefined || condition !== undefined
  const description = isChosen ? [] : own.flatMap(describingWords).filter(isOfTopic)
  return {
    kind: 'item',
    indexes,
    superlative,
    condition,
    description,
    isNegated: description.length > 0 && asks(text, 'negation'),
    scope: scopeOf(text),
    listNumber: listNumberIn(text),
    summary: summaryIn(text),
    names: indexes.length > 0 || condition ? [] : own.flatMap(namesIn),
  }
}

function scopeOf(text: string): ItemRequest['scope'] {
  if (asks(text, 'both')) return 'pair'
  if (asks(text, 'all')) return 'all'
  // "They" may be all of a list, or the makers of one product.
  return asks(text, 'they') ? 'discussed' : undefined
}

/** What a text asks to calculate. */
export function summaryIn(text: string): Summary | undefined {
  return SUMMARIES.find((summary) => asks(text, summary))
}

const SUMMARIES = ['average', 'total', 'number'] as const satisfies Summary[]

/** Words that compare products or add them up, which neither describe nor name any. */
const COMPARING =
  /^(?:compar\w+|versus|vs|difference|better|newer|older|bigger|earlier|later|newest|oldest|date|alternatives?|average|avg|sum|total|altogether|combined|together|add|ago)$/

function isOfTopic(word: string): boolean {
  return !COMPARING.test(word)
}

/** What may be names of products: words of a topic side by side. */
function namesIn({ items }: Part): string[] {
  const names: string[][] = [[]]
  for (const item of items) {
    const isName = isTopic(item) && !DETAIL.test(item.text) && isOfTopic(item.text)
    if (isName) names.at(-1)?.push(item.token.text)
    else names.push([])
  }
  return names.filter(({ length }) => length > 0).map((words) => words.join(' '))
}

/** "The two most popular", "the top 3 of them by votes". */
const SEVERAL =
  /\b(?<count>[2-9]|10) (?:most|fewest|least|highest|lowest|newest|latest|oldest|with the (?:most|fewest|least|highest|lowest)|of (?:them|these|those)|by)\b/i
/** "Is the second newer than the first?" picks none. */
const THAN = /\bthan\b/i

/** By what a text picks one of the listed products: "which of them has the most votes?" */
export function superlativeIn(text: string): Superlative | undefined {
  const isLowest = asks(text, 'least')
  if (THAN.test(text) || !(isLowest || asks(text, 'most'))) return undefined
  const count = Number(SEVERAL.exec(text)?.groups?.count ?? 1)
  return { field: fieldIn(text), isHighest: !isLowest, count }
}

/** "The one with the fewest" is that of votes. */
function fieldIn(text: string): Superlative['field'] {
  if (asks(text, 'recency')) return 'launchedAt'
  return asks(text, 'discussion') ? 'commentsCount' : 'votesCount'
}

const VOTES = new RegExp(
  `\\b(?<bound>${COMPARISON_WORDS}) (?<value>\\d{1,9})(?: (?:up ?)?(?<unit>votes?|comments?|points)\\b|(?= (?:only|please|of)\\b|\\W*$))`,
)

/** "Which have more than 500 votes?" */
function votesIn(text: string): Condition | undefined {
  const { bound = '', value, unit } = VOTES.exec(text)?.groups ?? {}
  if (!value) return undefined
  const field = unit?.startsWith('comment') ? 'commentsCount' : 'votesCount'
  const comparison = comparisonOf(bound)
  return comparison && { field, value: Number(value), comparison }
}

const PICKING = /\b(?:which|any|how many|who|what|did|do|were|are|only|just|ones)\b/
const LAUNCHED = /\b(?:launch\w*|releas\w*|came|come|posted|out|from)\b/

/** "On a Monday" is any of them. */
const ANY_DAY = /\b(?:an?|any|every) TIME\b/

/** "Which of those launched in August?" */
function launchIn(parts: readonly Part[]): Condition | undefined {
  const picking = parts.filter(
    ({ text }) => PICKING.test(text) && LAUNCHED.test(text) && !ANY_DAY.test(text),
  )
  const [time] = picking.flatMap(timesIn)
  return time && !isBoundless(time) ? { field: 'launchedAt', time } : undefined
}

function listNumberIn(text: string): number | undefined {
  const [, ordinal] = LIST.exec(text) ?? []
  if (!ordinal) return undefined
  return ordinal === 'last' ? -1 : ORDINALS.indexOf(ordinal) - 1
}
