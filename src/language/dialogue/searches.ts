import { isStatement } from '../intent/asked-clauses.ts'
import { type Item, isTopic, itemsOf } from '../intent/items.ts'
import { type SearchQuery, searchesIn } from '../intent/search-words.ts'
import type { Slots } from '../slots/slots.ts'
import { ACTION_INTENTS } from './intents.ts'
import { hasTime, type Part, type Reading } from './parts.ts'
import { type Request, talk } from './request.ts'
import { isSequel, revisedQuery } from './revised-query.ts'

/**
 * The searches of a message. One such as "one that does gifs too" is a change if it follows another
 * search.
 */
export function searchesOf(parts: readonly Part[], reading: Reading): Request[] {
  const searches = allSearches(parts, reading)
  const [search] = searches
  const { last } = reading.state
  if (search?.kind !== 'search' || searches.length > 1 || last?.kind !== 'search') return searches
  const text = parts.find(({ intent }) => intent === 'search')?.text ?? ''
  const words =
    revisedQuery(last, search.words, text) ?? (isSequel(text) ? search.words : undefined)
  return words === undefined ? searches : [{ kind: 'change', words, count: search.count }]
}

/** Their words may come from any part without another action. */
function allSearches(parts: readonly Part[], reading: Reading): Request[] {
  const own = parts.filter(({ intent }) => intent === 'search' || !ACTION_INTENTS.has(intent))
  const items = own.flatMap((part) => searchItems(part, reading))
  const found = searchesIn(items, reading.model)
  const counts = own.flatMap((part) => countsIn(part, found))
  const isTimed = own.some(hasTime)
  if (found.length === 0) return [talk('what-for')]
  return found.map(({ words, end, count }, index) => {
    const from = found[index - 1]?.end ?? -1
    const near = counts.filter((count) => from < count.from && count.from < end)
    const [slot] = found.length === 1 ? counts : near
    return { kind: 'search', words, count: slot?.value.value ?? count, hasTime: isTimed }
  })
}

/** The counts of a part, without the numbers of what is only told: "we have 14 hives". */
function countsIn({ items, slots }: Part, found: readonly SearchQuery[]): Slots['counts'] {
  const sought = new Set(found.flatMap(({ words }) => words.split(' ')))
  return slots.counts.filter(({ from, value }) => {
    const at = items.findIndex(({ token }) => token.index === from)
    const [item, next] = [items[at], items[at + 1]]
    if (!item) return false
    if (next && sought.has(next.token.text)) return true
    const isOfOther = next !== undefined && isTopic(next)
    const isTold = isStatement(items, item)
    return value.isSure ? !isOfOther || !isTold : !isOfOther && !isTold
  })
}

/** The items of a part for a search query, where uncertain zones remain plain words. */
export function searchItems({ items }: Part, { utterance, slots }: Reading): Item[] {
  const [first, last] = [items[0]?.token.index ?? 0, items.at(-1)?.token.index ?? 0]
  const zones = slots.zones.filter(({ value }) => value.isSure)
  return itemsOf(utterance, { ...slots, zones }).filter(
    ({ token }) => first <= token.index && token.index <= last,
  )
}

/** The words of the first search in a part. */
export function searchWordsIn(part: Part, reading: Reading): string {
  return searchesIn(searchItems(part, reading), reading.model)[0]?.words ?? ''
}
