import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { jsonText } from '../core/json.ts'
import type { Env } from '../http/env.ts'
import { type HttpOperation, operation } from '../http/operation.ts'
import { replyJson, replyText } from '../http/reply.ts'
import type { Product } from '../ranking/product.ts'
import type { Window } from '../ranking/window.ts'
import type { Provenance } from '../sources/source.ts'
import type { Tool } from '../tools/tool.ts'
import { csv } from './csv.ts'

const JSON_TYPE = 'application/json'
const CSV_TYPE = 'text/csv'
const NDJSON_TYPE = 'application/x-ndjson'

/** The formats of every list. */
const FormatParameters = z.object({
  format: z
    .enum(['json', 'csv', 'ndjson'], 'must be json, csv or ndjson')
    .optional()
    .describe(
      'json, csv (a header row, then one row per product) or ndjson (one product per line). ' +
        'Defaults to what `Accept` prefers.',
    ),
})

const Csv = z.string().meta({ description: 'A header row, then one row per product (RFC 4180).' })

type AnswerType = z.ZodType<Provenance & Record<string, unknown>>

interface ListDefinition<Query extends z.ZodObject, Data extends AnswerType> {
  path: HttpOperation['path']
  summary: string
  /** The tool that answers: its name is the id of the operation. */
  tool: Pick<Tool<Query, Data>, 'name' | 'input' | 'output' | 'run'>
  /** The name of the file that browsers save CSV as, without `launchboard-` and its ending. */
  file(answer: z.output<Data>): string
  products(answer: z.output<Data>): readonly Product[]
  /** The names of numbers that each product has beside its own. */
  numbers?: readonly string[]
  /** The place of the page, if the list has pages. */
  page?(answer: z.output<Data>): Page
  /** The ranks of the products, if some between them are left out. */
  ranks?(answer: z.output<Data>): readonly number[] | undefined
  /** The rank of the first product; 1 by default. */
  firstRank?(query: z.output<Query>): number
}

interface Page {
  nextCursor: string | null
  total: number | null
}

interface AnyList extends ListDefinition<z.ZodObject, AnswerType> {}

/** Declares an operation that answers with a list of products, as JSON or as CSV. */
export function listOperation<Query extends z.ZodObject, Data extends AnswerType>(
  list: ListDefinition<Query, Data>,
): HttpOperation
export function listOperation(list: AnyList): HttpOperation {
  const { path, summary, tool } = list
  // A client that is generated from NDJSON beside JSON returns an unread stream for either.
  const content = { [JSON_TYPE]: { schema: tool.output }, [CSV_TYPE]: { schema: Csv } }
  return operation({
    method: 'get',
    path,
    operationId: tool.name,
    tags: ['Rankings'],
    summary,
    query: tool.input.extend(FormatParameters.shape),
    responses: { 200: { description: 'The answer; if asked for, as NDJSON too.', content } },
    handle: ({ query }, c) =>
      createResponse(c, list, query).catch((error) => {
        // Runtimes abort with reasons of their own, on Node with a string, which Hono does not handle.
        throw c.req.raw.signal.aborted ? new AppError('cancelled', 'The caller left.') : error
      }),
  })
}

async function createResponse(
  c: Context<Env>,
  { tool, file, products, numbers, page, ranks, firstRank }: AnyList,
  { format, ...query }: z.output<typeof FormatParameters>,
): Promise<Response> {
  const answered = await tool.run(query, c.req.raw)
  const vary = format ? {} : { vary: 'Accept' }
  const asked = format ?? preferredFormat(c)
  if (asked === 'json') return replyJson(c, answered, 200, vary)
  const headers = { ...vary, ...answerHeaders(answered, page?.(answered)) }
  if (asked === 'ndjson') {
    const lines = products(answered).map((product) => `${jsonText(product)}\n`)
    return replyText(c, lines.join(''), 200, { ...headers, 'content-type': NDJSON_TYPE })
  }
  const places = { firstRank: firstRank?.(query), ranks: ranks?.(answered) }
  return replyText(c, csv(products(answered), { ...places, numbers }), 200, {
    ...headers,
    'content-type': `${CSV_TYPE}; charset=utf-8; header=present`,
    'content-disposition': `attachment; filename="launchboard-${file(answered)}.csv"`,
  })
}

/** CSV and NDJSON only for callers who prefer them: a browser, which accepts anything, gets JSON. */
function preferredFormat(c: Context<Env>): 'json' | 'csv' | 'ndjson' {
  const supports = [JSON_TYPE, CSV_TYPE, NDJSON_TYPE]
  const preferred = accepts(c, { header: 'Accept', supports, default: JSON_TYPE })
  if (preferred === NDJSON_TYPE) return 'ndjson'
  return preferred === CSV_TYPE ? 'csv' : 'json'
}

/** The fields that JSON has beside the list, for formats that have no place for them. */
function answerHeaders({ source, asOf, stale }: Provenance, page?: Page) {
  return {
    'x-source': source,
    'x-as-of': asOf,
    'x-stale': String(stale),
    ...(page?.nextCursor && { 'x-next-cursor': page.nextCursor }),
    ...(page && page.total !== null && { 'x-total': String(page.total) }),
  }
}

/** `2026-11-23--2026-11-25`, or one day: the name of the file of a window. */
export function windowFileName({ from, to }: Window): string {
  return [...new Set([from, to])].join('--')
}
