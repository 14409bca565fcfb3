import { COUNT } from '../../ranking/limits.ts'
import type { FoundLaunches } from '../../tools/find-launches.ts'
import type { AskRequest } from '../dialogue/ask.ts'
import type { Measure, Operation } from '../dialogue/operation.ts'
import { escaped, linked } from '../markdown.ts'
import { productList, withUnit } from './product-list.ts'
import { AT_MOST, notesOn } from './remarks.ts'
import { momentInWords, windowInWords, zoneInWords } from './window-in-words.ts'
import { inBounds, joined, number, SUPERLATIVES } from './wording.ts'

/** The launches of a time in words. */
interface Described {
  launches: FoundLaunches
  /** "Launches in Finance with at least 5 votes". */
  what: string
  span: string
}

/** What was found among all launches of a time. */
export function launchesAnswer({ operation, condition }: AskRequest, launches: FoundLaunches) {
  const { window, tz, topic } = launches
  const span = window ? `${windowInWords(window, tz)} (${zoneInWords(tz)})` : 'all time'
  const kind = [topic && `in ${escaped(topic)}`, condition && `with ${inBounds(condition)}`]
  const what = ['launches', ...kind.filter(Boolean)].join(' ')
  const answer = sentenceOf(operation, { launches, what, span })
  return [...answer, ...notesOn(launches)]
}

function sentenceOf(operation: Operation, described: Described): string[] {
  switch (operation.name) {
    case 'topics':
      return [topicsOf(described)]
    case 'sum':
      return [sumOf(operation.field, described)]
    case 'extreme':
      return extremeOf(operation, described)
    case 'list':
      return listOf(described)
    default:
      return [countOf(described)]
  }
}

function topicsOf({ launches: { topics }, span }: Described): string {
  const [first, ...others] = topics
  if (!first) return `No launch has a topic: ${span}.`
  const rest = others.slice(0, 2).map(({ name, count }) => `${escaped(name)} (${number(count)})`)
  const then = rest.length > 0 ? ` Then come ${joined(rest)}.` : ''
  return `${escaped(first.name)} has the most launches, ${number(first.count)}: ${span}.${then}`
}

function sumOf(field: Measure, { launches, what, span }: Described): string {
  const { total, votes, comments } = launches
  const [sum, unit] = field === 'comments' ? [comments, 'comment'] : [votes, 'vote']
  if (sum === null || total === null) return `I cannot add up so many launches: ${span}.`
  return `${number(total)} ${what} have ${withUnit(sum, unit)} together: ${span}.`
}

function extremeOf(
  { field, isLeast }: Extract<Operation, { name: 'extreme' }>,
  { launches: { posts, total, tz }, what, span }: Described,
): string[] {
  const [first] = posts
  if (!first) return [`There are no ${what}: ${span}.`]
  const superlative = SUPERLATIVES[field][isLeast ? 1 : 0]
  const verb = field === 'launch' ? 'is' : 'has'
  const all = total === null ? 'the' : number(total)
  const moment = field === 'launch' && first.launchedAt && momentInWords(first.launchedAt, tz)
  return [
    `${linked(first.name, first.url)} ${verb} ${superlative} of ${all} ${what}: ${span}.`,
    productList(posts),
    ...(moment ? [`It launched on ${moment}.`] : []),
  ]
}

function listOf({ launches: { posts, total }, what, span }: Described): string[] {
  if (posts.length === 0) return [`There are no ${what}: ${span}.`]
  const head = `**${total === null ? 'Some' : number(total)} ${what}: ${span}**`
  const isCut = total !== null && total > posts.length && posts.length === COUNT.max
  return [head, productList(posts), ...(isCut ? [AT_MOST] : [])]
}

function countOf({ launches: { total }, what, span }: Described): string {
  if (total === null) return `I do not know how many ${what} there were: ${span}.`
  if (total === 1) return `There was 1 ${what.replace('launches', 'launch')}: ${span}.`
  return `There were ${number(total)} ${what}: ${span}.`
}
