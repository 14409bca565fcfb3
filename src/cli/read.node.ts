import { printable } from '../core/printable.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { EXIT } from './exit.node.ts'
import { notOurs, openService, responseBody, SERVICE, type ServiceOptions } from './service.node.ts'
import { tabbed, table } from './table.node.ts'
import { interruptible, type Terminal, write, writeJson } from './terminal.node.ts'
import { footer, type View, type ViewName, viewOf } from './views.node.ts'

export interface ReadOptions extends ServiceOptions {
  format?: 'table' | 'json' | 'csv' | 'markdown' | undefined
}

/** What to ask of a route, and how its answer is shown. */
interface Question {
  path: string
  query: Readonly<Record<string, string>>
  view: ViewName
}

/** Longer than the service waits for its sources. */
const TIMEOUT_MS = 30_000

/** Asks a route, and prints what it answers; JSON and CSV as they come. */
export function read(
  { path, query, view }: Question,
  { format, ...options }: ReadOptions,
  terminal: Terminal,
) {
  return interruptible(async (signal) => {
    const service = await openService(options, terminal)
    const asked = new URLSearchParams({ ...query, ...(format === 'csv' && { format }) })
    const limit = { upstream: SERVICE, timeoutMs: TIMEOUT_MS, signal }
    const { text, headers } = await withTimeout(limit, async (signal) => {
      const response = await service.request(`${path}?${asked}`, { signal })
      return { text: await responseBody(response), headers: response.headers }
    })
    if (format === 'csv') await writeCsv(text, headers, terminal)
    else if (format === 'json') await writeJson(terminal.stdout, text)
    else await writeView(viewOf(view, text), format, terminal)
    return EXIT.done
  })
}

async function writeCsv(text: string, headers: Headers, { stdout, stderr }: Terminal) {
  if (!headers.get('content-type')?.startsWith('text/csv')) throw notOurs()
  // Only a terminal acts on control characters; a file gets the text unchanged.
  await write(stdout, stdout.isTTY ? text.split('\r\n').map(printable).join('\n') : text)
  if (headers.get('x-stale') === 'true')
    await write(stderr, 'Note: this is an earlier answer: the source does not respond.\n')
}

/** A table at a terminal or if it is asked for; in a pipe a row a line, with tabs between its cells. */
async function writeView(view: View, format: ReadOptions['format'], { stdout, stderr }: Terminal) {
  const { head, rows, markdown, stale, note } = view
  if (format === 'markdown') return write(stdout, `${markdown}\n\n${footer(view)}\n`)
  const isTable = format === 'table' || stdout.isTTY
  if (rows.length > 0)
    await write(stdout, isTable ? table(head, rows, stdout.columns || undefined) : tabbed(rows))
  else await write(stderr, 'No products.\n')
  if (stale || note !== undefined || stdout.isTTY) await write(stderr, `${footer(view)}\n`)
}
