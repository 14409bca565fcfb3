import type { Product } from '../../ranking/product.ts'
import type { Benchmark } from '../../tools/benchmark.ts'
import type { ProductDetails } from '../../tools/product.ts'
import type { AskRequest } from '../dialogue/request.ts'
import { escaped, linked } from '../markdown.ts'
import { notesOn } from './remarks.ts'
import { number, withUnit } from './wording.ts'

/** How a launch stands for its age, or against the first of its day. */
export function launchDayAnswer(request: AskRequest, details: ProductDetails): string[] {
  const lines = request.operation === 'usual' ? [forItsAge(details)] : against(request, details)
  return [...lines, ...notesOn(details)]
}

function forItsAge({ product, benchmark, unknown }: ProductDetails): string {
  const name = linked(product.name, product.url)
  if (!benchmark)
    return `I cannot tell how ${name} does for its age: ${escaped(unknown.benchmark ?? 'its votes are not recorded.')}`
  const { hours, votes, percentile, compared } = benchmark
  return `${name} had ${withUnit(votes, 'vote')} after ${withUnit(hours, 'hour')}: more than ${percentile} % of ${number(compared)} launches at that age.`
}

function against({ place = 0, operation }: AskRequest, details: ProductDetails): string[] {
  const { product, leaders, ranks, pace } = details
  const name = linked(product.name, product.url)
  const shown = leaders.slice(0, place || leaders.length)
  const last = shown.at(-1)
  if (!last)
    return [`I cannot tell how ${name} stands on its day: the source knows no ranks of it.`]
  const [first = last] = shown
  const { day } = ranks
  const votes = product.votesCount === null ? '' : ` with ${withUnit(product.votesCount, 'vote')}`
  const rank = day && `${name} is #${day.rank}${day.of ? ` of ${day.of}` : ''} on its day${votes}.`
  const next = day?.votesToNext
    ? `It takes ${withUnit(day.votesToNext, 'more vote')} to the next place.`
    : ''
  const speed = pace ? `It gains ${withUnit(pace.perHour, 'vote')} an hour.` : ''
  const needed =
    place > leaders.length
      ? `I know what the first ${leaders.length} places take, not #${place}.`
      : priceOf(name, place ? last : first)
  const list = shown.map((one) => `- #${one.rank} ${lineOf(one, product.id)}`)
  const lead = operation === 'needed' ? [needed, rank] : [rank, needed]
  return [[...lead, next, speed].filter(Boolean).join(' '), list.join('\n')]
}

type Leader = ProductDetails['leaders'][number]

function priceOf(name: string, { rank, votesNeeded }: Leader): string {
  if (votesNeeded === null) return `I cannot tell how many votes #${rank} takes.`
  if (votesNeeded === 0) return `${name} is in the first ${rank === 1 ? 'place' : rank} of its day.`
  return `${name} needs ${withUnit(votesNeeded, 'more vote')} for #${rank}.`
}

function lineOf({ id, name, url, votesCount, votesNeeded, pace }: Leader, own: string): string {
  const votes = votesCount === null ? '' : withUnit(votesCount, 'vote')
  const speed = pace ? `${number(pace.perHour)} an hour` : ''
  const price = votesNeeded && id !== own ? `${withUnit(votesNeeded, 'more vote')} to pass it` : ''
  return [linked(name, url), [votes, speed, price].filter(Boolean).join(', ')].join(' — ')
}

/** What a place takes, by the list down to it. */
export function placeTaken(place: number, products: readonly Product[]): string[] {
  const last = products.at(-1)
  if (!last || last.votesCount === null) return ['I cannot tell how many votes it takes.']
  const { name, url, votesCount } = last
  if (products.length < place)
    return [
      `That time has ${withUnit(products.length, 'launch')} so far: any votes make #${place}.`,
    ]
  return [
    `It takes ${withUnit(votesCount + 1, 'vote')} for #${place} now: ${linked(name, url)} is there with ${number(votesCount)}. Name your product, and I tell you how many it lacks.`,
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
