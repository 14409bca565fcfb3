import { DAY_MS, HOUR_MS } from '../../core/durations.ts'
import type { Product } from '../../ranking/product.ts'
import type { Window } from '../../ranking/window.ts'
import type { ProductDetails } from '../../tools/product.ts'
import type { AskRequest, Operation } from '../dialogue/request.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import { paceUnknown } from './launch-day-answer.ts'
import { linkedName, productLine, ranksIn, unranked, withVotes } from './products.ts'
import { joined, momentInWords, number, withUnit } from './wording.ts'

/** Where one launch stands, or two against each other. */
export function standingAnswer(
  request: AskRequest,
  all: readonly ProductDetails[],
  now: Date,
): string[] {
  const [details, other] = all
  const { operation } = request
  if (!details) return []
  if (operation === 'trend') return [other ? chaseOf(details, other) : trendOf(details)]
  if (operation === 'pass') return [passOf(all)]
  if (operation === 'chased') return [chasersOf(details)]
  if (operation === 'difference') return [marginOf(request, details)]
  if (operation === 'age') return all.map((one) => ageOf(one, now))
  const tell = OF_EACH[operation] ?? belowOf
  return all.map((one) => tell(one, request))
}

const OF_EACH: Partial<Record<Operation, typeof belowOf>> = {
  ratio: ratioOf,
  won: wonOf,
  above: aboveOf,
}

/** "No: Tenantry is #2 of 11 on its day. #1 is Handshake Drawer with 265 votes." */
function wonOf(details: ProductDetails, { place = 1, unit = 'day', time }: AskRequest): string {
  const { product, ranks, leaders } = details
  const rank = ranks[unit]
  if (!rank) return unranked(product)
  const own = `${linkedName(product)} is ${ranksIn(details, unit)}`
  if (time && !isIn(rank.window, time))
    return `No: it is not of that time. ${own}, and launched on ${momentInWords(product.launchedAt ?? '', details.tz)}.`
  if (rank.rank <= place) return `Yes: ${own}.`
  const [first] = unit === 'day' ? leaders : rank.rank === 2 ? rank.neighbours : []
  const winner = first ? ` #1 is ${linkedName(first)}${withVotes(first)}.` : ''
  return `No: ${own}.${winner}`
}

function isIn({ from, to }: Window, { first, last }: Timeframe): boolean {
  return (first.toISODate() ?? '') <= to && from <= (last.toISODate() ?? '')
}

/** Who is right above it, and further up. */
function aboveOf(details: ProductDetails, { unit = 'day' }: AskRequest): string {
  const { product, ranks, leaders } = details
  const rank = ranks[unit]
  if (!rank) return unranked(product)
  const own = `${linkedName(product)} is ${ranksIn(details, unit)}`
  const [next] = rank.rank > 1 ? rank.neighbours : []
  if (!next) return `${own}: nobody is above it.`
  const margin = rank.votesToNext ? `, ${number(rank.votesToNext - 1)} more` : ''
  const others = unit === 'day' ? leaders.filter((one) => one.rank < rank.rank - 1) : []
  const further = others.length > 0 ? ` Further up: ${joined(others.map(linkedName))}.` : ''
  return `${own}. Right above it is ${linkedName(next)}${withVotes(next)}${margin}.${further}`
}

/** Who is right below it, and how many are. */
function belowOf(details: ProductDetails, { unit = 'day' }: AskRequest): string {
  const { product, ranks } = details
  const rank = ranks[unit]
  if (!rank) return unranked(product)
  const count = rank.of ? `, ahead of ${number(rank.of - rank.rank)}` : ''
  const own = `${linkedName(product)} is ${ranksIn(details, unit)}${count}`
  const next = rank.neighbours.at(rank.rank > 1 ? 1 : 0)
  const margin = rank.votesAhead === null ? '' : `, ${number(rank.votesAhead)} fewer`
  return next
    ? `${own}. Right below it is ${linkedName(next)}${withVotes(next)}${margin}.`
    : `${own}.`
}

/** What is between a launch and the first of its day; between the first and the one below. */
function marginOf(request: AskRequest, details: ProductDetails): string {
  const { product, ranks, leaders } = details
  const isFirst = ranks.day?.rank === 1
  const other = leaders.find(({ rank }) => rank === (request.place ?? 1)) ?? leaders[0]
  const [own, most] = [product.votesCount, other?.votesCount ?? null]
  if (!ranks.day || !other || own === null || most === null) return unranked(product)
  if (isFirst && other.id === product.id) return belowOf(details, request)
  const side = most > own ? 'behind' : 'ahead of'
  return `${linkedName(product)} is ${ranksIn(details, 'day')}, ${withUnit(Math.abs(most - own), 'vote')} ${side} ${linkedName(other)}: ${number(own)} against ${number(most)}.`
}

/** How fast its votes come, and whether faster than an hour before. */
function trendOf(details: ProductDetails): string {
  const { product, pace, votesByHour } = details
  const name = linkedName(product)
  const hours = (votesByHour ?? []).flatMap((votes) => votes ?? [])
  const [before = 0, middle = 0, last = 0] = hours.slice(-3)
  if (!pace) return slowdownOf(product, hours) ?? paceUnknown(details)
  if (pace.gained === 0) return `${name} is not rising: it gained no votes in its last hour.`
  const isYoung =
    product.launchedAt !== null &&
    Date.parse(pace.until.at) - Date.parse(product.launchedAt) < 48 * HOUR_MS
  const rate = `it gains ${withUnit(pace.perHour, 'vote')} an hour`
  if (!isYoung || hours.length < 3) return `${name} still gains votes: ${rate}.`
  const [earlier, now] = [middle - before, last - middle]
  const verdict = now > earlier ? 'is speeding up' : now < earlier ? 'is slowing down' : 'is steady'
  return `${name} ${verdict}: ${rate}; ${withUnit(now, 'vote')} came in the last whole hour, ${number(earlier)} in the one before.`
}

/** The votes of its first hours, and those since: of an older launch that is no longer counted each hour. */
function slowdownOf(product: Product, hours: readonly number[]): string | undefined {
  const count = hours.at(-1)
  if (count === undefined || hours.length < 2 || product.votesCount === null) return undefined
  const age = withUnit(hours.length - 1, 'hour')
  const since = product.votesCount - count
  return `${linkedName(product)} is no longer rising: it got ${withUnit(count, 'vote')} in its first ${age}, and ${since > 0 ? number(since) : 'none'} since.`
}

/** Whether a launch comes nearer to another one. */
function chaseOf(one: ProductDetails, other: ProductDetails): string {
  const [a, b] = [linkedName(one.product), linkedName(other.product)]
  const gap = (other.product.votesCount ?? 0) - (one.product.votesCount ?? 0)
  const lines = [one, other].map(({ product }) => `- ${productLine(product)}`).join('\n')
  const lead =
    gap > 0
      ? `${a} is ${withUnit(gap, 'vote')} behind ${b}`
      : `${a} is ahead of ${b} by ${number(-gap)}`
  if (!one.pace || !other.pace)
    return `${lead}. I cannot tell how fast both gain votes.\n\n${lines}`
  const [own, theirs] = [one.pace.perHour, other.pace.perHour]
  const isNearing = gap > 0 && own > theirs
  return `${isNearing ? 'Yes' : 'No'}: ${lead}; it gains ${withUnit(own, 'vote')} an hour, ${b} ${number(theirs)}.\n\n${lines}`
}

/** Which of the first five of its day gain on a launch. */
function chasersOf(details: ProductDetails): string {
  const { product, pace, leaders, ranks } = details
  const name = linkedName(product)
  const { votesCount } = product
  if (!pace || votesCount === null) return paceUnknown(details)
  const behind = leaders.filter(
    ({ rank, id }) => id !== product.id && rank > (ranks.day?.rank ?? 0),
  )
  const speed = ({ votesCount: votes, pace: own }: (typeof behind)[number]) =>
    `${withUnit(own?.perHour ?? 0, 'vote')} an hour, ${withUnit(votesCount - (votes ?? 0), 'vote')} behind`
  const faster = behind.filter((one) => one.pace && one.pace.perHour > pace.perHour)
  const own = `${name} gains ${withUnit(pace.perHour, 'vote')} an hour`
  const [next] = behind
  const texts = faster.map((one) => `${linkedName(one)} (${speed(one)})`)
  if (texts.length > 0)
    return `${own}. Of the first five, ${joined(texts)} ${texts.length > 1 ? 'are' : 'is'} catching up.`
  return `${own}: none of the first five behind it gains more.${next ? ` Next is ${linkedName(next)}: ${speed(next)}.` : ''}`
}

/** What it takes to pass a launch, also for another one. */
function passOf(all: readonly ProductDetails[]): string {
  const [{ product: first } = {}, ...others] = all
  const last = others.at(-1)?.product ?? first
  if (!first || !last || last.votesCount === null || first.votesCount === null)
    return 'I cannot tell how many votes it takes.'
  const passed = `${linkedName(last)}, which has ${number(last.votesCount)}`
  if (last === first) return `It takes ${withUnit(last.votesCount + 1, 'vote')} to pass ${passed}.`
  const needed = last.votesCount + 1 - first.votesCount
  return needed > 0
    ? `${linkedName(first)} needs ${withUnit(needed, 'more vote')} to pass ${passed}.`
    : `${linkedName(first)} is ahead of ${passed}: it has ${number(first.votesCount)}.`
}

function ratioOf({ product }: ProductDetails): string {
  const { votesCount: votes, commentsCount: comments } = product
  if (votes === null || comments === null)
    return `I do not know both figures of ${linkedName(product)}.`
  const more =
    votes === comments
      ? 'as many comments as votes'
      : votes > comments
        ? 'more votes than comments'
        : 'more comments than votes'
  return `${linkedName(product)} has ${more}: ${withUnit(votes, 'vote')} and ${withUnit(comments, 'comment')}.`
}

function ageOf({ product, tz }: ProductDetails, now: Date): string {
  const { launchedAt } = product
  if (!launchedAt) return `I do not know the launch of ${linkedName(product)}.`
  const age = now.getTime() - Date.parse(launchedAt)
  const passed =
    age < 2 * DAY_MS
      ? withUnit(Math.floor(age / HOUR_MS), 'hour')
      : withUnit(Math.floor(age / DAY_MS), 'day')
  return `${linkedName(product)} has been out for ${passed}: it launched on ${momentInWords(launchedAt, tz)}.`
}
