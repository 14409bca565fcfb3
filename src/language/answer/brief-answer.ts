import { SearchProductsAnswer } from '../../tools/search-products.ts'
import { TrendingProductsAnswer } from '../../tools/trending-products.ts'
import { escaped } from './markdown.ts'
import { withUnit } from './product-list.ts'
import { Ranking } from './ranking-answer.ts'
import { windowInWords } from './window-in-words.ts'

/** Windows that are still under way, so that nobody has won yet. */
const UNDER_WAY = /^(?:today|this_\w+|last_\d+_days)$/
const SPANS = { '1h': 'hour', '3h': '3 hours', '24h': '24 hours' }

/**
 * A result in one sentence, for a reader who sees the products beside it; undefined if there is
 * nothing to see.
 */
export function briefAnswer(toolName: string, result: unknown, tz: string): string | undefined {
  if (toolName === 'searchProducts') {
    const { data } = SearchProductsAnswer.safeParse(result)
    if (!data || data.hits.length === 0) return undefined
    return `${withUnit(data.hits.length, 'product')} for “${escaped(data.q)}”.`
  }
  if (toolName === 'getTrendingProducts') {
    const { data } = TrendingProductsAnswer.safeParse(result)
    const [first] = data?.posts ?? []
    if (!data || !first) return undefined
    const gained = `${withUnit(first.gained, 'vote')}, ${first.expected} expected`
    return `${escaped(first.name)} rises most in the last ${SPANS[data.window]}: ${gained}.`
  }
  const { data } = /^getTopProducts/.test(toolName) ? Ranking.safeParse(result) : {}
  return data && leader(data, tz)
}

/** "Rep Sheet leads today with 607 votes, 263 ahead of Three Pebbles." */
function leader({ posts, window, topic, tz = '' }: Ranking, defaultTimezone: string) {
  const [first, second] = posts
  if (!first) return undefined
  const subject = topic === undefined ? '' : ` in ${escaped(topic)}`
  const verb = window && !UNDER_WAY.test(window.label) ? 'won' : 'leads'
  const span = window ? spanOf(window, tz || defaultTimezone) : 'all time'
  const { votesCount: votes } = first
  const ahead = votes !== null && second?.votesCount != null ? votes - second.votesCount : undefined
  const lead = ahead === undefined || !second ? '' : leadOver(ahead, escaped(second.name))
  const counted = votes === null ? '' : ` with ${withUnit(votes, 'vote')}`
  return `${escaped(first.name)} ${verb}${subject} ${span}${counted}${lead}.`
}

function leadOver(ahead: number, name: string) {
  return ahead === 0
    ? `, as many as ${name}`
    : `, ${ahead.toLocaleString('en-US')} ahead of ${name}`
}

function spanOf(window: NonNullable<Ranking['window']>, tz: string): string {
  const { label } = window
  if (/^(?:day|week|month|year|range)$/.test(label)) {
    const preposition = label === 'day' ? 'on' : label === 'range' ? 'from' : 'in'
    return `${preposition} ${windowInWords(window, tz)}`
  }
  const rolling = /^last_(\d+)_days$/.exec(label)
  if (rolling) return `in the last ${withUnit(Number(rolling[1]), 'day')}`
  return label.replaceAll('_', ' ')
}
