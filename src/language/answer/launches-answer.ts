import { COUNT } from '../../ranking/limits.ts'
import type { FoundLaunches } from '../../tools/find-launches.ts'
import type { AskRequest } from '../dialogue/request.ts'
import { escaped, linked } from '../markdown.ts'
import { productList } from './products.ts'
import { AT_MOST, notesOn } from './remarks.ts'
import {
  inBounds,
  joined,
  momentInWords,
  number,
  SUPERLATIVES,
  windowInWords,
  withUnit,
  zoneInWords,
} from './wording.ts'

/** The launches of a time in words. */
interface Described {
  launches: FoundLaunches
  /** "Launches in Finance with at least 5 votes". */
  what: string
  /** " (last week, November 9 to 15, 2026, New York time)". */
  span: string
}

/** What was found among all launches of a time. */
export function launchesAnswer(request: AskRequest, launches: FoundLaunches) {
  const { window, tz, topic, total } = launches
  const { bounds } = request
  const span = window ? ` (${windowInWords(window, tz)}, ${zoneInWords(tz)})` : ' of all time'
  const kind = [topic && `in ${escaped(topic)}`, bounds && `with ${inBounds(bounds)}`]
  const noun = total === 1 ? 'launch' : 'launches'
  const what = [noun, ...kind.filter(Boolean)].join(' ')
  return [...sentenceOf(request, { launches, what, span }), ...notesOn(launches)]
}

function sentenceOf(request: AskRequest, described: Described): string[] {
  switch (request.operation) {
    case 'busiest':
      return [topicsOf(described)]
    case 'sum':
    case 'average':
      return [sumOf(request, described)]
    case 'most':
    case 'fewest':
      return extremeOf(request, described)
    case 'keep':
    case 'list':
      return listOf(described)
    default:
      return [countOf(described)]
  }
}

function topicsOf({ launches: { topics }, span }: Described): string {
  const [first, ...others] = topics
  if (!first) return `No launch has a topic${span}.`
  const rest = others.slice(0, 2).map(({ name, count }) => `${escaped(name)} (${number(count)})`)
  const then = rest.length > 0 ? ` Then come ${joined(rest)}.` : ''
  return `${escaped(first.name)} has the most launches, ${number(first.count)}${span}.${then}`
}

function sumOf({ operation, measure }: AskRequest, { launches, what, span }: Described): string {
  const { total, votes, comments } = launches
  const [sum, unit] = measure === 'comments' ? [comments, 'comment'] : [votes, 'vote']
  if (sum === null || total === null) return `I cannot add up so many launches${span}.`
  const average = operation === 'average' && total > 0 ? Math.round(sum / total) : undefined
  const each = average === undefined ? '' : `, ${withUnit(average, unit)} on average`
  return `${number(total)} ${what} ${total === 1 ? 'has' : 'have'} ${withUnit(sum, unit)}${each}${span}.`
}

function extremeOf(
  { operation, measure }: AskRequest,
  { launches: { posts, total, tz }, what, span }: Described,
): string[] {
  const [first] = posts
  if (!first) return [`There are no ${what}${span}.`]
  const superlative = SUPERLATIVES[measure][operation === 'fewest' ? 1 : 0]
  const verb = measure === 'launch' ? 'is' : 'has'
  const all = total === null ? 'the' : number(total)
  const moment = measure === 'launch' && first.launchedAt && momentInWords(first.launchedAt, tz)
  return [
    `${linked(first.name, first.url)} ${verb} ${superlative} of ${all} ${what}${span}.`,
    productList(posts),
    ...(moment ? [`It launched on ${moment}.`] : []),
  ]
}

function listOf({ launches: { posts, total }, what, span }: Described): string[] {
  if (posts.length === 0) return [`There are no ${what}${span}.`]
  const head = `**${total === null ? 'Some' : number(total)} ${what}${span}**`
  const isCut = total !== null && total > posts.length && posts.length === COUNT.max
  return [head, productList(posts), ...(isCut ? [AT_MOST] : [])]
}

function countOf({ launches: { total, window }, what, span }: Described): string {
  const when = window ? span : ' in all'
  if (total === null) return `I do not know how many ${what} there are${when}.`
  return `There ${total === 1 ? 'is' : 'are'} ${number(total)} ${what}${when}.`
}
