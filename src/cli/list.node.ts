import * as z from 'zod'
import { tryParseJson } from '../core/json.ts'
import { printable } from '../core/printable.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { productList } from '../language/answer/product-list.ts'
import { Product } from '../ranking/product.ts'
import { Provenance } from '../sources/source.ts'
import { EXIT } from './exit.node.ts'
import { openService } from './open-service.node.ts'
import { productTable, tabbedProducts } from './product-table.node.ts'
import { bodyOf, SERVICE, type ServiceOptions, unreadable } from './service.node.ts'
import { sourceLine } from './source-line.node.ts'
import { interruptible, painter, type Terminal, write, writeJson } from './terminal.node.ts'

type Format = 'table' | 'json' | 'csv' | 'markdown'

export interface ListOptions extends ServiceOptions {
  format?: Format | undefined
}

export interface ListQuestion {
  path: string
  query: Readonly<Record<string, string | undefined>>
}

/** Longer than the service waits for its sources. */
const TIMEOUT_MS = 30_000

const Answer = z
  .object({
    posts: z.array(Product).optional(),
    hits: z.array(Product).optional(),
    ...Provenance.shape,
  })
  .transform(({ posts, hits, ...rest }, context) => {
    const products = posts ?? hits
    if (products) return { products, ...rest }
    context.addIssue({ code: 'custom', message: 'must have posts or hits' })
    return z.NEVER
  })

type Answer = z.output<typeof Answer>

/** Requests a list and prints it. */
export function list(question: ListQuestion, options: ListOptions, terminal: Terminal) {
  return interruptible(async (signal) => {
    const service = await openService(options, terminal)
    const { format } = options
    const path = pathOf(question, format === 'csv' ? 'csv' : 'json')
    const limit = { upstream: SERVICE, timeoutMs: TIMEOUT_MS, signal }
    const { text, headers } = await withTimeout(limit, async (signal) => {
      const response = await service.request(path, { signal })
      return { text: await bodyOf(response), headers: response.headers }
    })
    if (format === 'csv') await printCsv(text, headers, terminal)
    else await print(text, format, terminal)
    return EXIT.done
  })
}

function pathOf({ path, query }: ListQuestion, format: 'json' | 'csv'): string {
  const parameters = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, value)
  }
  return `${path}?${parameters}`
}

async function printCsv(text: string, headers: Headers, { stdout, stderr }: Terminal) {
  if (!headers.get('content-type')?.startsWith('text/csv')) throw unreadable()
  // Only a terminal acts on control characters; a file gets the text unchanged.
  const shown = stdout.isTTY ? text.split('\r\n').map(printable).join('\n') : text
  await write(stdout, shown)
  if (headers.get('x-stale') === 'true')
    await write(stderr, 'Note: the source failed, so this is an earlier answer.\n')
}

async function print(text: string, format: Format | undefined, { stdout, stderr }: Terminal) {
  const { data: answer } = Answer.safeParse(tryParseJson(text))
  if (!answer) throw unreadable()

  if (format === 'json') return writeJson(stdout, text)
  if (format === 'markdown') return write(stdout, markdown(answer))
  if (answer.products.length === 0) await write(stderr, 'No products.\n')
  else if (format === 'table' || stdout.isTTY) await write(stdout, tableFor(answer, stdout))
  else await write(stdout, tabbedProducts(answer.products))
  const hasFooter = answer.stale || answer.note !== undefined || stdout.isTTY
  if (hasFooter) await write(stderr, `${painter(stderr)('dim', footer(answer))}\n`)
}

function tableFor({ products }: Answer, stdout: Terminal['stdout']) {
  return productTable(products, { columns: stdout.columns, paint: painter(stdout) })
}

function markdown(answer: Answer): string {
  const products = answer.products.length > 0 ? productList(answer.products) : 'No products.'
  return `${products}\n\n${footer(answer)}\n`
}

function footer(answer: Answer): string {
  const note = answer.note === undefined ? '' : ` ${printable(answer.note)}`
  return sourceLine(answer) + note
}
