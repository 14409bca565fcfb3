import { asRecord, tryParseJson } from '../../core/json.ts'
import { productFacts } from '../../core/product-facts.ts'
import { weekOf } from '../../ranking/headline.ts'
import type { Product } from '../api/response-types.ts'
import type { ChartData } from '../product/draw-chart.tsx'
import { formatCount } from '../product/format.ts'
import { comparedIn, historyIn, productOf } from '../transcript/findings.ts'

type Fields = Record<string, unknown>

interface BoardRow {
  product: Product
  /** The votes it gained, where the answer is of those. */
  gained?: string
}

export interface BoardAnswer {
  title: string
  /** Of what days. */
  window: string | undefined
  rows: readonly BoardRow[]
  /** Votes over time, or products side by side. */
  drawn: ChartData | undefined
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
    const title = `🎉 ${String(data.reason)}`
    return { title, window: undefined, rows: [], drawn: undefined, notes: [], confetti: data }
  }
  const { product, hours } = data
  const products = [data.posts, data.hits].find(Array.isArray) ?? (product ? [product] : undefined)
  if (!products && hours === undefined) throw new Error('The answer cannot be shown here.')
  const drawn = drawnIn(data)
  const rows = drawn?.compared ? [] : (products?.flatMap(toRow) ?? [])
  const title = titleOf(data)
  return { title, window: windowOf(data), rows, drawn, notes: notesOf(data, products) }
}

function drawnIn(data: Fields): ChartData | undefined {
  const compared = comparedIn(data)
  if (compared.length > 1) return { compared, isForeign: true }
  const history = historyIn(data)
  return history && { history }
}

/** What was asked, by what only its tool returns. */
function titleOf({ q, topic, product, points, hours, order, total, compared }: Fields): string {
  const of = typeof topic === 'string' ? ` in ${topic}` : ''
  if (product && compared) return 'Comparison'
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

function toRow(found: unknown): BoardRow[] {
  const product = productOf(found)
  const { gained } = asRecord(found)
  if (!product) return []
  if (typeof gained !== 'number') return [{ product }]
  return [{ product: { ...product, votesCount: gained }, gained: `+${formatCount(gained)}` }]
}
