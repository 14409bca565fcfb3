import { asRecord } from '../../core/json.ts'
import { formatCount, pluralize } from '../product/format.ts'
import type { Finding } from './findings.ts'

/** What was found, in one sentence: for an answer that is nothing but the list that its card shows. */
export function sentenceOf(findings: readonly Finding[]): string | undefined {
  const rankings = findings.filter(({ kind }) => kind === 'ranking')
  const [first, second] = rankings
  if (first && second) return comparison(first, second)
  if (first) return leader(first)
  const [finding] = findings
  return finding && (rise(finding) ?? matches(finding) ?? growth(finding))
}

function rise({ kind, products, call, title }: Finding) {
  const [best] = products
  if (kind !== 'rising' || !best) return undefined
  const { posts } = asRecord(call.result)
  const { gained } = asRecord(Array.isArray(posts) ? posts[0] : undefined)
  const votes = typeof gained === 'number' ? pluralize(gained, 'vote') : 'the most votes'
  return `${best.name} gained ${votes}${title.replace('Rising', '')}.`
}

function matches({ kind, products, title }: Finding) {
  const [best] = products
  if (kind !== 'search' || !best) return undefined
  const words = title.replace('Results for ', '')
  if (products.length === 1) return `${best.name} matches ${words}.`
  return `${best.name} is the best of ${formatCount(products.length)} matches for ${words}.`
}

function growth({ history }: Finding) {
  if (!history) return undefined
  const { product, launchDay } = history
  if (launchDay) {
    return `${product.name} had ${pluralize(launchDay.votes, 'vote')} at the end of its first day.`
  }
  const { votesCount } = product
  return votesCount === null ? undefined : `${product.name} has ${pluralize(votesCount, 'vote')}.`
}

/** `Rep Sheet leads today with 607 votes, 263 ahead of Three Pebbles.` */
function leader({ products, window, title }: Finding): string | undefined {
  const [first, second] = products
  if (!first || !window) return undefined
  const topic = title.includes(', ') ? ` in ${title.split(', ')[0]}` : ''
  const verb = window.isPast ? 'won' : 'leads'
  const votes = first.votesCount === null ? '' : ` with ${pluralize(first.votesCount, 'vote')}`
  const ahead = (first.votesCount ?? 0) - (second?.votesCount ?? 0)
  const margin =
    second && votes && ahead > 0 ? `, ${formatCount(ahead)} ahead of ${second.name}` : ''
  return `${first.name} ${verb} ${window.spoken}${topic}${votes}${margin}.`
}

/** `Clapperjack leads this week with 1,032 votes, 156 fewer than Interpretta, which won last week.` */
function comparison(one: Finding, other: Finding): string | undefined {
  const [first] = one.products
  const [second] = other.products
  if (!first || !second || !one.window || !other.window) return undefined
  const verb = ({ window }: Finding) => (window?.isPast ? 'won' : 'leads')
  const which = `${second.name}, which ${verb(other)} ${other.window.spoken}`
  const begin = `${first.name} ${verb(one)} ${one.window.spoken}`
  if (first.votesCount === null || second.votesCount === null) return `${begin}, after ${which}.`
  const difference = first.votesCount - second.votesCount
  const amount = formatCount(Math.abs(difference))
  const compared =
    difference === 0 ? 'as many as' : `${amount} ${difference > 0 ? 'more' : 'fewer'} than`
  return `${begin} with ${pluralize(first.votesCount, 'vote')}, ${compared} ${which}.`
}
