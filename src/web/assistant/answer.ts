import { asRecord, tryParseJson } from '../../core/json.ts'
import { weekOf } from '../../ranking/headline.ts'

type Fields = Record<string, unknown>

export interface BoardRow {
  name: string
  tagline: string
  /** Nothing if it is no address of the web. */
  url: string
  votes: string
}

export interface BoardAnswer {
  title: string
  /** Of what days. */
  window: string | undefined
  rows: readonly BoardRow[]
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
      notes: [],
      confetti: data,
    }
  }
  const products = [data.posts, data.hits].find(Array.isArray)
  if (!products) throw new Error('The answer cannot be shown here.')
  const rows = products.map(asRecord).map(toRow)
  return { title: titleOf(data), window: windowOf(data), rows, notes: notesOf(data, rows.length) }
}

function titleOf({ q, topic, compared }: Fields): string {
  const of = typeof topic === 'string' ? ` in ${topic}` : ''
  if (typeof q === 'string') return `Launches for “${q}”${of}`
  return compared === undefined ? `Top launches${of}` : `Rising launches${of}`
}

function notesOf(data: Fields, count: number): string[] {
  const { missing, note, stale, asOf, source } = data
  return [
    count === 0 &&
      (data.compared === undefined ? 'There is no such launch.' : 'Nothing is rising right now.'),
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
