import { DateTime } from 'luxon'
import type { Listed } from '../dialogue/listed-products.ts'
import { amountOf } from '../dialogue/product-amounts.ts'
import { asks } from '../dialogue/question-words.ts'
import { escaped } from './markdown.ts'
import { withUnit } from './product-list.ts'

export const UNITS = { votesCount: 'vote', commentsCount: 'comment' } as const

/** "A has 12 more votes than B", "A is newer than B". */
export function comparison(first: Listed, second: Listed, question: string, tz: string): string {
  if (asks(question, 'date') || asks(question, 'order')) return newerOf(first, second, tz)
  return asks(question, 'difference') ? difference(first, second, question) : ''
}

function newerOf(first: Listed, second: Listed, tz: string): string {
  const [a, b] = [amountOf(first, 'launchedAt'), amountOf(second, 'launchedAt')]
  if (a === null || b === null) return ''
  if (a === b) return 'They launched at the same time.'
  const [newer, older] = a > b ? [first, second] : [second, first]
  const startOf = (instant: number) => DateTime.fromMillis(instant, { zone: tz }).startOf('day')
  const days = Math.abs(Math.round(startOf(a).diff(startOf(b), 'days').days))
  const by = days === 0 ? 'on the same day' : `by ${withUnit(days, 'day')}`
  return `${escaped(newer.name)} is newer than ${escaped(older.name)}, ${by}.`
}

/** By how much one of two products is ahead: "A has 12 more votes than B." */
function difference(first: Listed, second: Listed, question: string): string {
  const field = asks(question, 'comments') ? 'commentsCount' : 'votesCount'
  const [a, b] = [amountOf(first, field), amountOf(second, field)]
  if (a === null || b === null) return ''
  if (a === b) return `Both have the same number of ${UNITS[field]}s.`
  const [ahead, behind] = a > b ? [first, second] : [second, first]
  const more = withUnit(Math.abs(a - b), UNITS[field]).replace(' ', ' more ')
  return `${escaped(ahead.name)} has ${more} than ${escaped(behind.name)}.`
}
