import { localTime } from '../../ranking/calendar.ts'
import { COUNT } from '../../ranking/limits.ts'
import { MAX_TOPIC_GROUPS } from '../../tools/launch-groups.ts'
import type { AskRequest, Measure, Operation } from '../dialogue/request.ts'
import { escaped } from '../markdown.ts'
import { ORDINALS } from '../normalise/tokens.ts'
import { linkedName, productLine, productList } from './products.ts'
import { asProduct, type Known, measureOf, type Rows } from './rows.ts'
import {
  AT_MOST,
  capital,
  dayInWords,
  inWords,
  joined,
  momentInWords,
  number,
  SUPERLATIVES,
  withUnit,
} from './wording.ts'

/** What an operation finds in a set. */
export function operated(request: AskRequest, rows: Rows): string[] {
  const tell = request.weekdays?.length ? weekdaysOf : (TOLD[request.operation] ?? countOf)
  return [tell(rows, request)].flat()
}

const TOLD: Partial<Record<Operation, (rows: Rows, request: AskRequest) => string | string[]>> = {
  sum: sumOf,
  average: sumOf,
  most: extremeOf,
  fewest: extremeOf,
  busiest: groupOf,
  quietest: groupOf,
  keep: listOf,
  drop: listOf,
  list: listOf,
  shared: sharedOf,
  compare: comparisonOf,
  difference: comparisonOf,
}

/** "Two of the three are in Finance: A and B.", "There are 43 launches (last week)." */
function countOf({ total, all, from, narrowing, products }: Rows): string {
  if (total === null) return `I do not know the number of ${all}.`
  if (from === undefined) return `There ${total === 1 ? 'is' : 'are'} ${all}.`
  if (!narrowing) return `There are ${from.replace('the ', '')} in that list.`
  if (total === 0) return `None of ${from} ${beingSo(narrowing, true)}.`
  const named = products.length > 0 ? `: ${joined(products.map(linkedName))}` : ''
  return `${capital(inWords(total))} of ${from} ${beingSo(narrowing, total === 1)}${named}.`
}

/** "are in Finance", "have at least 5 votes". */
function beingSo(narrowing: string, isOne: boolean): string {
  return narrowing.startsWith('with ')
    ? narrowing.replace('with', isOne ? 'has' : 'have')
    : `${isOne ? 'is' : 'are'} ${narrowing}`
}

function listOf({ products, total, all, from, narrowing }: Rows): string[] {
  if (products.length === 0)
    return [from ? `None of ${from} ${beingSo(narrowing, true)}.` : `There are ${all}.`]
  const isCut = total !== null && total > products.length && products.length === COUNT.max
  return [
    ...(from ? [] : [`**${capital(all)}**`]),
    productList(products.map(asProduct)),
    ...(isCut ? [AT_MOST] : []),
  ]
}

function sumOf(rows: Rows, { operation, measure }: AskRequest): string {
  const field = measure === 'comments' ? measure : 'votes'
  const { [field]: sum, total, all } = rows
  if (sum === null || total === null) return `I do not know all the ${field} of ${all}.`
  const unit = field.slice(0, -1)
  const average = operation === 'average' && total > 0 ? Math.round(sum / total) : undefined
  const each = average === undefined ? '' : `, ${withUnit(average, unit)} on average`
  return `${capital(all)} ${total === 1 ? 'has' : 'have'} ${withUnit(sum, unit)} together${each}.`
}

/** The first by a measure, and the others in its order if they were asked for. */
function extremeOf(rows: Rows, { operation, measure, isSorted, place = 1 }: AskRequest): string[] {
  const { products, all, from, tz, total } = rows
  const sign = operation === 'fewest' ? 1 : -1
  const known = products.flatMap((one) => {
    const value = measureOf(one, measure)
    return value === undefined ? [] : [{ one, value }]
  })
  const sorted = known.toSorted((a, b) => sign * (a.value - b.value))
  const best = sorted[place - 1]
  if (products.length === 0) return listOf(rows)
  if (!best) return [known.length > 0 ? NO_PLACE : `I do not know the ${measure} of any of them.`]
  const others = known.filter(({ value, one }) => value === best.value && one !== best.one)
  const nth = place > 1 ? `the ${ORDINALS[place] ?? `${place}th`} ` : 'the '
  const superlative = SUPERLATIVES[measure][operation === 'fewest' ? 1 : 0].replace('the ', nth)
  const of = total === 1 ? '' : ` of ${all}`
  const verb = measure === 'launch' ? 'is' : 'has'
  const figure = figureOf(best.one, measure, tz)
  const ties = others.length > 0 ? ` The same holds for ${namesOf(others)}.` : ''
  const isListed = isSorted || (from === undefined && products.length > 1 && place === 1)
  return [
    `${linkedName(best.one)} ${verb} ${superlative}${of}: ${figure}.${ties}`,
    ...(isListed ? [productList(sorted.map(({ one }) => asProduct(one)))] : []),
  ]
}

function namesOf(all: readonly { one: Known }[]): string {
  return joined(all.map(({ one }) => linkedName(one)))
}

function figureOf(product: Known, measure: Measure, tz: string): string {
  if (measure !== 'launch') return withUnit(measureOf(product, measure) ?? 0, measure.slice(0, -1))
  return `it launched on ${momentInWords(product.launchedAt ?? '', tz)}`
}

export const NO_PLACE = 'That time has no such place.'

/** The topic, day or weekday with the most launches, or the most votes. */
function groupOf(
  { groups, all, total }: Rows,
  { operation, measure, isSorted, by = 'topics' }: AskRequest,
): string {
  const field = measure === 'launch' ? 'count' : measure
  const sign = operation === 'quietest' ? 1 : -1
  const [first, ...others] = groups[by].toSorted((a, b) => sign * (a[field] - b[field]))
  if (!first) return `I know no ${by} of ${all}.`
  const figure = (one: typeof first) => number(one[field])
  const name = (one: typeof first) => (by === 'days' ? dayInWords(one.name) : escaped(one.name))
  const rest = others
    .slice(0, isSorted ? MAX_TOPIC_GROUPS : 2)
    .map((one) => `${name(one)} (${figure(one)})`)
  const then = rest.length > 0 ? ` Then come ${joined(rest)}.` : ''
  const what = field === 'count' ? '' : ` ${field}`
  const superlative = operation === 'quietest' ? 'the fewest' : 'the most'
  const average = by === 'days' && field === 'count' && total !== null
  const each = average ? ` On average ${perDay(total, groups.days.length)}.` : ''
  const share = field === 'count' ? `: ${figure(first)} of ${all}` : ` of ${all}: ${figure(first)}`
  const isCut = by === 'topics' && others.length + 1 === MAX_TOPIC_GROUPS && (isSorted || sign > 0)
  const common = isCut ? `Of the ${MAX_TOPIC_GROUPS} most common topics, ` : ''
  return `${common}${name(first)} has ${superlative}${what}${share}.${then}${each}`
}

function perDay(total: number, days: number): string {
  const rate = total / days
  return `${number(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))} a day`
}

/** Two or more products side by side, and what stands between the first two by a measure. */
function comparisonOf({ products, tz }: Rows, { operation, measure, set }: AskRequest): string[] {
  if (products.length < 2) return ['It takes two to compare.']
  const isOfLeader = operation === 'difference' && set.kind !== 'products'
  const compared = isOfLeader ? products.slice(0, 2) : products
  const values = compared.map((one) => ({ one, value: measureOf(one, measure) ?? Number.NaN }))
  const sorted = values.toSorted((a, b) => b.value - a.value)
  const [first, second] = [sorted[0], operation === 'difference' ? sorted.at(-1) : sorted[1]]
  const lines = compared.map((one) => `- ${productLine(asProduct(one))}`).join('\n')
  if (!first || !second || values.some(({ value }) => Number.isNaN(value))) return [lines]
  const [more, fewer] = [linkedName(first.one), linkedName(second.one)]
  if (measure === 'launch') {
    const [late, early] = [first, second].map(({ one }) => momentInWords(one.launchedAt ?? '', tz))
    if (isSameDay(first.value, second.value, tz))
      return [`Both launched on the same day: ${fewer} on ${early}, ${more} on ${late}.`, lines]
    return [`${fewer} is older: it launched on ${early}, ${more} on ${late}.`, lines]
  }
  const unit = measure.slice(0, -1)
  if (first.value === second.value) return [`Both have ${withUnit(first.value, unit)}.`, lines]
  const ahead = withUnit(first.value - second.value, `more ${unit}`)
  return [
    `${more} has ${ahead} than ${fewer}: ${number(first.value)} against ${number(second.value)}.`,
    lines,
  ]
}

function isSameDay(one: number, other: number, tz: string): boolean {
  return localTime(one, tz).toISODate() === localTime(other, tz).toISODate()
}

/** The topics that products have in common. */
function sharedOf({ products }: Rows): string {
  if (products.length < 2) return 'It takes two to compare.'
  const [{ topics: own = [] } = {}, ...others] = products
  const shared = own.filter((topic) => others.every(({ topics = [] }) => topics.includes(topic)))
  const each = products.map(
    (one) => `${linkedName(one)} is in ${joined((one.topics ?? []).map(escaped))}`,
  )
  const verdict =
    shared.length > 0 ? `They share ${joined(shared.map(escaped))}` : 'They have no topic in common'
  return `${verdict}: ${joined(each)}.`
}

/** "65 launches on Wednesdays and 60 launches on Fridays, of 407 launches in all: 5 more launches on Wednesdays." */
function weekdaysOf({ groups, all }: Rows, { operation, weekdays = [] }: AskRequest): string {
  const field = operation === 'sum' ? 'votes' : 'count'
  const unit = field === 'votes' ? 'vote' : 'launch'
  const figures = weekdays.map(capital).map((day) => {
    const value = groups.weekdays.find(({ name }) => name === day)?.[field] ?? 0
    return { value, where: `on ${day}s` }
  })
  const texts = figures.map(({ value, where }) => `${withUnit(value, unit)} ${where}`)
  return `${capital(joined(texts))}, of ${all}${verdictOn(figures, unit)}.`
}

/** ": 5 more launches on Wednesdays"; nothing of one figure or of three. */
function verdictOn([a, b, c]: readonly { value: number; where: string }[], unit: string): string {
  if (!a || !b || c) return ''
  if (a.value === b.value) return ': as many'
  const [more, fewer] = a.value > b.value ? [a, b] : [b, a]
  return `: ${withUnit(more.value - fewer.value, `more ${unit}`)} ${more.where}`
}

/** Two sets or more by what they have in all: "43 launches (last week) and 40 launches (this week): 3 more in the first." */
export function setsCompared({ operation, measure }: AskRequest, sets: readonly Rows[]): string[] {
  const field = operation === 'count' ? 'total' : measure === 'comments' ? measure : 'votes'
  const unit = field === 'total' ? 'launch' : field.slice(0, -1)
  const figures = sets.map(({ [field]: sum, total, all }) => {
    const isMean = operation === 'average' && sum !== null && total !== null && total > 0
    const value = isMean ? Math.round(sum / total) : sum
    const what = field === 'total' ? all : `${all} ${isMean ? 'have on average' : 'have'}`
    return {
      value,
      what: field === 'total' || value === null ? what : `${what} ${withUnit(value, unit)}`,
    }
  })
  const texts = joined(figures.map(({ what }) => what))
  const known = figures.flatMap(({ value }, at) =>
    value === null ? [] : [{ value, where: `in the ${at === 0 ? 'first' : 'second'}` }],
  )
  if (known.length < figures.length) return [`I do not know all of these: ${texts}.`]
  const told = field === 'total' ? `There are ${texts}` : capital(texts)
  return [`${told}${verdictOn(known, unit)}.`]
}
