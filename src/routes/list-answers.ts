import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { parse } from '../core/validation.ts'
import type { Env } from '../http/env.ts'
import { type Operation, operation } from '../http/operation.ts'
import { reply, replyText } from '../http/reply.ts'
import type { Product } from '../ranking/product.ts'
import type { Provenance } from '../sources/source.ts'
import type { Tool } from '../tools/tool.ts'
import { csv } from './csv.ts'
import { namedParameters } from './parameter-names.ts'

const JSON_TYPE = 'application/json'
const CSV_TYPE = 'text/csv'

/** The formats of every list. */
const FormatParameters = z.object({
  format: z
    .enum(['json', 'csv'], 'must be json or csv')
    .optional()
    .describe(
      'json, or csv: a header row, then one row per product. Defaults to what `Accept` prefers.',
    ),
})

const Csv = z.string().meta({ description: 'A header row, then one row per product (RFC 4180).' })

type AnswerType = z.ZodType<Provenance & Record<string, unknown>>

interface ListDefinition<Query extends z.ZodObject, Data extends AnswerType> {
  path: Operation['path']
  summary: string
  /** What answers: its name is the id of the operation. */
  tool: Pick<Tool<Query, Data>, 'name' | 'input' | 'output' | 'run'>
  /** The name of the file that browsers save CSV as, without `launchboard-` and its ending. */
  file(answer: z.output<Data>): string
  products(answer: z.output<Data>): readonly Product[]
}

/** Declares an operation that answers with a list of products, as JSON or as CSV. */
export function listOperation<Query extends z.ZodObject, Data extends AnswerType>(
  list: ListDefinition<Query, Data>,
): Operation {
  const { path, summary, tool } = list
  const content = { [JSON_TYPE]: { schema: tool.output }, [CSV_TYPE]: { schema: Csv } }
  return operation({
    method: 'get',
    path,
    operationId: tool.name,
    tags: ['Rankings'],
    summary,
    documented: { query: tool.input.extend(FormatParameters.shape) },
    responses: { 200: { description: 'The answer.', content } },
    handle: (_input, c) =>
      createResponse(c, list).catch((error) => {
        // Runtimes abort with reasons of their own, on Node with a string, which Hono does not handle.
        throw c.req.raw.signal.aborted ? new AppError('cancelled', 'The caller left.') : error
      }),
  })
}

async function createResponse<Query extends z.ZodObject, Data extends AnswerType>(
  c: Context<Env>,
  { tool, file, products }: ListDefinition<Query, Data>,
): Promise<Response> {
  const names = Object.keys({ ...tool.input.shape, ...FormatParameters.shape })
  const parameters = namedParameters(c, names)
  const { format } = parse(FormatParameters, parameters)
  const answered = await tool.run(parse(tool.input, parameters), c.req.raw)
  const vary = format ? {} : { vary: 'Accept' }
  if ((format ?? preferredFormat(c)) === 'json') {
    return reply(c, answered, 200, vary)
  }
  const headers = { ...vary, ...csvHeaders(file(answered), answered) }
  return replyText(c, csv(products(answered)), 200, headers)
}

/** CSV only for those who prefer it: a browser, which accepts anything, gets JSON. */
function preferredFormat(c: Context<Env>): 'json' | 'csv' {
  const supports = [JSON_TYPE, CSV_TYPE]
  const preferred = accepts(c, { header: 'Accept', supports, default: JSON_TYPE })
  return preferred === CSV_TYPE ? 'csv' : 'json'
}

/** The provenance as headers, because CSV has no place for it. */
function csvHeaders(file: string, { source, asOf, stale }: Provenance) {
  return {
    'content-type': `${CSV_TYPE}; charset=utf-8; header=present`,
    'content-disposition': `attachment; filename="launchboard-${file}.csv"`,
    'x-source': source,
    'x-as-of': asOf,
    'x-stale': String(stale),
  }
}
