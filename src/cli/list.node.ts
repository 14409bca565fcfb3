import * as z from 'zod'
import { tryParseJson } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { productList } from '../language/answer/product-list.ts'
import { instantInWords } from '../language/answer/window-in-words.ts'
import { Product } from '../ranking/product.ts'
import { Provenance } from '../sources/source.ts'
import { EXIT } from './exit.node.ts'
import { openService } from './open-service.node.ts'
import { bodyOf, SERVICE, type ServiceOptions, unreadable } from './service.node.ts'
import { type Cell, tabbed, table } from './table.node.ts'
import { interruptible, painter, type Terminal, write, writeJson } from './terminal.node.ts'

export interface ReadOptions extends ServiceOptions {
  format?: 'table' | 'json' | 'csv' | 'markdown' | undefined
}

export interface Question {
  path: string
  query?: Readonly<Record<string, string | undefined>>
}

/** Longer than the service waits for its sources. */
const TIMEOUT_MS = 30_000

const Listed = Product.extend({ gained: z.number().optional(), expected: z.number().optional() })
type Listed = z.output<typeof Listed>

const List = z
  .object({ posts: z.array(Listed).optional(), hits: z.array(Listed).optional() })
  .extend(Provenance.shape)

const Details = z.object({
  product: Product,
  ranks: z.record(z.string(), z.object({ rank: z.number(), of: z.number().nullable() }).nullable()),
  ...Provenance.shape,
})

const History = z.object({
  product: Product,
  points: z.array(
    z.object({
      at: z.iso.datetime(),
      votes: z.number(),
      comments: z.number().nullable(),
      rank: z.number().nullable(),
    }),
  ),
  ...Provenance.shape,
})

/** Requests a list of products and prints it. */
export function list(question: Question, options: ReadOptions, terminal: Terminal) {
  return read(question, options, terminal, async (text) => {
    const answer = parsed(List, text)
    const products = answer.posts ?? answer.hits
    if (!products) throw unreadable()
    const { stdout, stderr } = terminal
    if (options.format === 'markdown') {
      const shown = products.length > 0 ? productList(products) : 'No products.'
      return write(stdout, `${shown}\n\n${footer(answer)}\n`)
    }
    if (products.length === 0) await write(stderr, 'No products.\n')
    const isRising = products.some(({ gained }) => gained !== undefined)
    const head = [
      '#',
      'NAME',
      'VOTES',
      ...(isRising ? ['GAINED', 'EXPECTED'] : []),
      'LAUNCHED',
      'TOPICS',
    ]
    const rows = products.map((product, at) => rowOf(product, at, isRising))
    await writeRows(head, rows, answer, options, terminal)
  })
}

function rowOf(product: Listed, at: number, isRising: boolean): Cell[] {
  const { name, votesCount, gained = null, expected = null, launchedAt, topics } = product
  const movement = isRising ? [gained, expected] : []
  return [at + 1, name, votesCount, ...movement, launchedAt, topics.join(', ')]
}

/** Requests one product and prints what is known of it. */
export function product(question: Question, options: ReadOptions, terminal: Terminal) {
  return read(question, options, terminal, async (text) => {
    const { product, ranks, ...provenance } = parsed(Details, text)
    const { name, tagline, url, votesCount, commentsCount, launchedAt, topics } = product
    const places = Object.entries(ranks).flatMap(([window, place]) =>
      place ? [[`RANK OF THE ${window.toUpperCase()}`, placeOf(place)]] : [],
    )
    const rows = [
      ['NAME', name],
      ['TAGLINE', tagline],
      ['URL', url],
      ['VOTES', String(votesCount ?? '-')],
      ['COMMENTS', String(commentsCount ?? '-')],
      ['LAUNCHED', launchedAt],
      ['TOPICS', topics.join(', ')],
      ...places,
    ]
    const { stdout } = terminal
    const shown = rows.map((row) => row.map((cell) => cell ?? '-'))
    const [head = [], ...others] = shown
    const isTable = options.format === 'table' || stdout.isTTY
    await write(stdout, isTable ? table(head, others, (_style, text) => text) : tabbed(shown))
    await writeFooter(provenance, terminal)
  })
}

function placeOf({ rank, of }: { rank: number; of: number | null }) {
  return of === null ? String(rank) : `${rank} of ${of}`
}

/** Requests the votes of a product over time and prints them. */
export function history(question: Question, options: ReadOptions, terminal: Terminal) {
  return read(question, options, terminal, async (text) => {
    const { points, ...provenance } = parsed(History, text)
    const rows = points.map(({ at, votes, comments, rank }) => [at, votes, comments, rank])
    await writeRows(['AT', 'VOTES', 'COMMENTS', 'RANK'], rows, provenance, options, terminal)
  })
}

/** Requests an answer, and prints JSON and CSV as they come. */
function read(
  { path, query = {} }: Question,
  options: ReadOptions,
  terminal: Terminal,
  print: (text: string) => Promise<void>,
) {
  return interruptible(async (signal) => {
    const service = await openService(options, terminal)
    const { format } = options
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    const asked = format === 'csv' ? [...given, ['format', 'csv']] : given
    const limit = { upstream: SERVICE, timeoutMs: TIMEOUT_MS, signal }
    const { text, headers } = await withTimeout(limit, async (signal) => {
      const response = await service.request(`${path}?${new URLSearchParams(asked)}`, { signal })
      return { text: await bodyOf(response), headers: response.headers }
    })
    if (format === 'csv') await writeCsv(text, headers, terminal)
    else if (format === 'json') await writeJson(terminal.stdout, text)
    else await print(text)
    return EXIT.done
  })
}

function parsed<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const { data } = schema.safeParse(tryParseJson(text))
  if (data === undefined) throw unreadable()
  return data
}

async function writeCsv(text: string, headers: Headers, { stdout, stderr }: Terminal) {
  if (!headers.get('content-type')?.startsWith('text/csv')) throw unreadable()
  // Only a terminal acts on control characters; a file gets the text unchanged.
  await write(stdout, stdout.isTTY ? text.split('\r\n').map(printable).join('\n') : text)
  if (headers.get('x-stale') === 'true')
    await write(stderr, 'Note: this is an earlier answer: the source does not respond.\n')
}

/** A table at a terminal or if it is asked for; in a pipe a row a line, with tabs between its cells. */
async function writeRows(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  provenance: Provenance,
  { format }: ReadOptions,
  terminal: Terminal,
) {
  const { stdout } = terminal
  const isTable = format === 'table' || stdout.isTTY
  if (rows.length > 0)
    await write(stdout, isTable ? table(head, rows, painter(stdout)) : tabbed(rows))
  await writeFooter(provenance, terminal)
}

async function writeFooter(provenance: Provenance, { stdout, stderr }: Terminal) {
  const { stale, note } = provenance
  if (!stale && note === undefined && !stdout.isTTY) return
  await write(stderr, `${painter(stderr)('dim', footer(provenance))}\n`)
}

const SOURCES = {
  catalogue: 'the Launchboard catalogue',
  'product-hunt': 'Product Hunt',
  'show-hn': 'Show HN',
  algolia: 'Algolia',
}

function footer({ source, asOf, stale, note }: Provenance): string {
  const earlier = stale ? ' This is an earlier answer: the source does not respond.' : ''
  const notes = note === undefined ? '' : ` ${printable(note)}`
  return `Source: ${SOURCES[source]}, read ${instantInWords(asOf)}.${earlier}${notes}`
}
