import type { Listed, ListedProducts } from './listed-products.ts'
import { bestOf } from './product-amounts.ts'
import { asks } from './question-words.ts'
import type { ItemRequest } from './request.ts'

/**
 * The products that a question picks from several lists: their leaders, the better of those, or
 * what is in both; undefined if it is not about several.
 * @param answers what each of them listed, the latest first
 */
export function acrossLists(
  { superlative, indexes, scope }: ItemRequest,
  question: string,
  answers: readonly ListedProducts[],
): readonly Listed[] | undefined {
  const lists = latestLists(answers)
  const [before = [], last = []] = lists.slice(-2)
  if (lists.length < 2) return undefined
  if (asks(question, 'leaders')) return leadersOf(lists)
  if (asks(question, 'shared'))
    return last.filter(({ name }) => before.some((product) => product.name === name))
  if (!superlative || scope || indexes.length > 0 || !asks(question, 'comparative'))
    return undefined
  const areLeaders = before.length === 1 && last.length === 1
  // Within a ranking nobody asks which of many has more votes.
  const isOfRankings = superlative.field === 'votesCount' && before.length > 2 && last.length > 2
  return areLeaders || isOfRankings ? bestOf(leadersOf([before, last]), superlative) : undefined
}

/** Those of the last answer if it has several, else of it and the answers before it. */
function latestLists(answers: readonly ListedProducts[]): readonly (readonly Listed[])[] {
  const lists = answers[0]?.lists ?? []
  if (lists.length > 1) return lists
  const end = answers.findIndex(({ isNumbered }) => !isNumbered)
  const latest = end < 0 ? answers : answers.slice(0, end)
  return latest.map((answer) => answer.lists.flat()).reverse()
}

function leadersOf(lists: readonly (readonly Listed[])[]): Listed[] {
  const leaders = lists.flatMap((list) => list.slice(0, 1))
  return [...new Map(leaders.map((leader) => [leader.name, leader])).values()]
}
