import { HOUR_MS } from '../../core/durations.ts'
import type { Product } from '../../ranking/product.ts'
import type { Benchmark } from '../../tools/benchmark.ts'
import type { ProductDetails } from '../../tools/product.ts'
import type { AskRequest, Operation } from '../dialogue/request.ts'
import { escaped } from '../markdown.ts'
import { linkedName, ranksIn, withVotes } from './products.ts'
import { notesOn, number, spanInWords, withUnit } from './wording.ts'

/** How a launch stands for its age, or against the first of its day, and how its votes came. */
export function launchDayAnswer(request: AskRequest, details: ProductDetails): string[] {
  const tell = TOLD[request.operation] ?? against
  return [tell(details, request), ...notesOn(details)].flat()
}

const TOLD: Partial<Record<Operation, typeof recordOf>> = {
  usual: forItsAge,
  pace: paceOf,
  recorded: recordOf,
}

const NOT_RECORDED = 'Its votes over time are not recorded.'

function paceOf(details: ProductDetails): string {
  const { product, pace, tz } = details
  if (!pace) return paceUnknown(details)
  const { gained, from, until, perHour } = pace
  const span = spanInWords(Date.parse(from.at), Date.parse(until.at), tz)
  return `${linkedName(product)} gains ${withUnit(perHour, 'vote')} an hour: ${number(gained)} in ${span}.`
}

export function paceUnknown({ product, unknown }: ProductDetails): string {
  return `I cannot tell how fast ${linkedName(product)} gains votes. ${escaped(unknown.pace ?? NOT_RECORDED)}`
}

/** Its votes at an hour of its age, or the hour in which it had so many. */
function recordOf({ product, votesByHour, tz }: ProductDetails, { age }: AskRequest): string {
  const { launchedAt, votesCount } = product
  const name = linkedName(product)
  const counts = votesByHour ?? []
  const { votes, hours = 0 } = age ?? {}
  if (votes !== undefined) {
    const at = counts.findIndex((count) => count !== null && count >= votes)
    if (at >= 0 && launchedAt) {
      const before = counts.findLastIndex((count, hour) => count !== null && hour < at)
      const [start = 0, end = 0] = [before, at].map(
        (hour) => Date.parse(launchedAt) + hour * HOUR_MS,
      )
      return `${name} reached ${withUnit(votes, 'vote')} in hour ${at} after its launch, ${spanInWords(start, end, tz)}.`
    }
    if (votesCount !== null && votesCount < votes)
      return `${name} has not reached ${withUnit(votes, 'vote')}: it has ${number(votesCount)}.`
    return `I cannot tell when ${name} reached ${withUnit(votes, 'vote')}. ${recordedUntil(counts)}`
  }
  const count = counts[hours]
  if (count === undefined || count === null)
    return `I cannot tell the votes of ${name} after ${withUnit(hours, 'hour')}. ${recordedUntil(counts)}`
  return `${name} had ${withUnit(count, 'vote')} after ${withUnit(hours, 'hour')}.`
}

function recordedUntil(counts: readonly unknown[]): string {
  return counts.length < 2
    ? NOT_RECORDED
    : `Its votes are recorded for its first ${withUnit(counts.length - 1, 'hour')}.`
}

function forItsAge({ product, benchmark, unknown }: ProductDetails): string {
  const name = linkedName(product)
  if (!benchmark)
    return `I cannot tell how ${name} does for its age. ${escaped(unknown.benchmark ?? NOT_RECORDED)}`
  const { hours, votes, percentile, compared } = benchmark
  return `${name} had ${withUnit(votes, 'vote')} after ${withUnit(hours, 'hour')}: more than ${percentile} % of ${number(compared)} launches at that age.`
}

function against(details: ProductDetails, { place = 0, operation }: AskRequest): string[] {
  const { product, leaders, ranks, pace } = details
  const name = linkedName(product)
  const shown = leaders.slice(0, place || leaders.length)
  const last = shown.at(-1)
  if (!last)
    return [`I cannot tell how ${name} stands on its day: the source knows no ranks of it.`]
  const [first = last] = shown
  const { day } = ranks
  const rank = day && `${name} is ${ranksIn(details, 'day')}${withVotes(product)}.`
  const next = day?.votesToNext
    ? `It takes ${withUnit(day.votesToNext, 'more vote')} to the next place.`
    : ''
  const speed = pace ? `It gains ${withUnit(pace.perHour, 'vote')} an hour.` : ''
  const needed = neededFor(place, details, place ? last : first)
  const list = shown.map((one) => `- #${one.rank} ${lineOf(one, product.id)}`)
  const lead = operation === 'needed' ? [needed, rank] : [rank, needed]
  return [[...lead, next, speed].filter(Boolean).join(' '), list.join('\n')]
}

type Leader = ProductDetails['leaders'][number]

function neededFor(
  place: number,
  { product, leaders, ranks }: ProductDetails,
  { rank, votesNeeded }: Leader,
): string {
  const name = linkedName(product)
  const isThere = votesNeeded === 0 || (ranks.day && ranks.day.rank <= place)
  if (isThere) return `${name} is in the first ${place < 2 ? 'place' : place} of its day.`
  if (place > leaders.length)
    return `I know what the first ${leaders.length} places take, not #${place}.`
  if (votesNeeded === null) return `I cannot tell how many votes #${rank} takes.`
  return `${name} needs ${withUnit(votesNeeded, 'more vote')} for #${rank}.`
}

function lineOf(leader: Leader, own: string): string {
  const { id, votesCount, votesNeeded, pace } = leader
  const votes = votesCount === null ? '' : withUnit(votesCount, 'vote')
  const speed = pace ? `${number(pace.perHour)} an hour` : ''
  const price = votesNeeded && id !== own ? `${withUnit(votesNeeded, 'more vote')} to pass it` : ''
  return [linkedName(leader), [votes, speed, price].filter(Boolean).join(', ')].join(' — ')
}

/** What a place takes, by the list down to it. */
export function placeTaken(place: number, products: readonly Product[]): string[] {
  const last = products.at(-1)
  if (!last || last.votesCount === null) return ['I cannot tell how many votes it takes.']
  const { votesCount } = last
  if (products.length < place)
    return [
      `That time has ${withUnit(products.length, 'launch')} so far: any votes make #${place}.`,
    ]
  return [
    `It takes ${withUnit(votesCount + 1, 'vote')} for #${place} now: ${linkedName(last)} is there with ${number(votesCount)}. Name your product, and I tell you how many it lacks.`,
  ]
}

/** Whether so many votes are many at an age. */
export function benchmarkAnswer({ set }: AskRequest, benchmark: Benchmark): string[] {
  const { hours, votes, percentile, median, bestTenth, compared, missing } = benchmark
  const age = `after ${withUnit(hours, 'hour')}`
  if (median === null || bestTenth === null)
    return [`I cannot tell what is usual ${age}. ${escaped(missing ?? '')}`.trim()]
  const usual = `half of ${number(compared)} launches had at least ${number(median)}, the best tenth at least ${number(bestTenth)}.`
  const own =
    votes === undefined || percentile === null
      ? `Votes ${age}`
      : `${withUnit(votes, 'vote')} ${age} are more than ${percentile} % of launches had`
  const isAssumed = set.kind === 'age' && set.hours === undefined
  const assumed = isAssumed ? ` I take ${withUnit(hours, 'hour')}, as you name no age.` : ''
  return [`${own}: ${usual}${assumed}`, ...notesOn(benchmark)]
}
