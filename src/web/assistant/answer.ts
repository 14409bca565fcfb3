import { asList, asRecord, tryParseJson } from '../../core/json.ts'
import { productFacts } from '../../core/product-facts.ts'
import { weekOf } from '../../ranking/headline.ts'

type Fields = Record<string, unknown>

interface BoardRow {
  name: string
  tagline: string
  /** Nothing if it is no address of the web. */
  url: string
  votes: string
}

interface Point {
  at: number
  votes: number
}

export interface BoardAnswer {
  title: string
  /** Of what days. */
  window: string | undefined
  rows: readonly BoardRow[]
  /** Votes over time, to be drawn. */
  points: readonly Point[]
  /** What there is to say besides: why there are no rows, how old they are, who ranks. */
  notes: readonly string[]
  /** The order to throw confetti, if it is one. */
  confetti?: Fields
}

/**
 * The result of a tool as the page shows it. Some hosts leave out its data, which its text has, too.
 *
 * @throws Error with the sentence of a tool that failed
 */
export function readBoardAnswer({ structuredContent, content, isError }: Fields): BoardAnswer {
  const [first] = Array.isArray(content) ? content : []
  const text = String(asRecord(first).text ?? '')
  if (isError === true) throw new Error(text)
  const data = asRecord(structuredContent ?? tryParseJson(text))
  if (data.action === 'CONFETTI') {
    return {
      title: `🎉 ${String(data.reason)}`,
      window: undefined,
      rows: [],
      points: [],
      notes: [],
      confetti: data,
    }
  }
  const { product, hours } = data
  const products = [data.posts, data.hits].find(Array.isArray) ?? (product ? [product] : undefined)
  if (!products && hours === undefined) throw new Error('The answer cannot be shown here.')
  const rows = products?.map(asRecord).map(toRow) ?? []
  const points = asList(data.points).map(asRecord).flatMap(toPoint)
  const title = titleOf(data)
  return { title, window: windowOf(data), rows, points, notes: notesOf(data, products) }
}

/** What was asked, by what only its tool returns. */
function titleOf({ q, topic, product, points, hours, order, total, compared }: Fields): string {
  const of = typeof topic === 'string' ? ` in ${topic}` : ''
  if (product) return points ? 'Votes over time' : 'One launch'
  if (hours !== undefined) return `Votes after ${String(hours)} hours`
  if (typeof q === 'string') return `Launches for “${q}”${of}`
  if (order && total !== undefined) return `${total === null ? '' : `${total} `}launches${of}`
  return compared === undefined ? `Top launches${of}` : `Rising launches${of}`
}

function notesOf(data: Fields, products: readonly unknown[] | undefined): string[] {
  const { missing, note, stale, asOf, source } = data
  const { percentile, compared, median, bestTenth } = data
  const usual =
    median && `Half of ${compared} launches had at least ${median}, the best tenth ${bestTenth}.`
  return [
    ...productFacts(data),
    products?.length === 0 &&
      (data.enough === undefined ? 'There is no such launch.' : 'Nothing is rising right now.'),
    typeof percentile === 'number' && `More than ${percentile} % of launches had at that age.`,
    usual,
    missing,
    note,
    stale === true && `The source does not answer: this is from ${String(asOf)}.`,
    typeof source === 'string' && `Source: ${source}`,
  ].filter((sentence) => typeof sentence === 'string')
}

function toPoint({ at, votes }: Fields): Point[] {
  const point = { at: Date.parse(String(at)), votes: Number(votes) }
  return Number.isFinite(point.at + point.votes) ? [point] : []
}

/** `Week 47 · Nov 16–22`. */
function windowOf({ window }: Fields): string | undefined {
  const { from, to, label } = asRecord(window)
  const [first, last] = [from, to].map((day) => Date.parse(String(day)))
  if (!first || !last) return undefined
  const format = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const days = format.formatRange(first, last).replace(/\s–\s/u, '–')
  return /week$/.test(String(label))
    ? `Week ${Number(weekOf(String(from)).slice(6))} · ${days}`
    : days
}

function toRow({ name, tagline, url, votesCount, gained }: Fields): BoardRow {
  const count = gained ?? votesCount
  const sign = gained === undefined ? '' : '+'
  return {
    name: String(name),
    tagline: typeof tagline === 'string' ? tagline : '',
    url: typeof url === 'string' && /^https?:/i.test(url) ? url : '',
    votes: typeof count === 'number' ? `${sign}${count.toLocaleString('en-US')}` : '',
  }
}
