import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import * as z from 'zod'
import { parse } from '../core/validation.ts'
import type { Env } from '../http/env.ts'
import { replyText } from '../http/reply.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import type { Product } from '../ranking/product.ts'
import type { Provenance } from '../sources/source.ts'
import { csv } from './csv.ts'
import { namedParameters } from './parameter-names.ts'

const JSON_TYPE = 'application/json'
const CSV_TYPE = 'text/csv'

/** What a list can be asked for as, whatever it is a list of. */
export const FormatParameters = z.object({
  format: z
    .enum(['json', 'csv'], 'must be json or csv')
    .optional()
    .describe('json, or csv: a header row and a product a row. Without it, as `Accept` prefers.'),
})

interface List<Input extends z.ZodObject, Answer extends Provenance> {
  /** The file that a browser saves CSV as, without date and ending. */
  file: string
  input: Input
  answer(input: z.output<Input>): Promise<Answer>
  products(answer: Answer): readonly Product[]
}

/** Answers with a list, as JSON or as CSV. Good responses are cached, failures are not. */
export function listAnswers({ responses }: { responses: ResponseCache }) {
  return <Input extends z.ZodObject, Answer extends Provenance>(
    c: Context<Env>,
    list: List<Input, Answer>,
  ): Response | Promise<Response> => {
    const { path, url } = c.req
    const accept = c.req.header('accept')
    const cached = responses.get(url, accept)
    if (cached) return replyText(c, cached.text, 200, cached.headers)

    return write(c, list).then(({ text, headers }) => {
      responses.set(url, accept, { path, text, headers })
      return replyText(c, text, 200, headers)
    })
  }
}

type Format = 'json' | 'csv'

/** CSV to those alone who prefer it: a browser, which takes anything, gets JSON. */
function acceptedFormat(c: Context<Env>): Format {
  const supports = [JSON_TYPE, CSV_TYPE]
  const preferred = accepts(c, { header: 'Accept', supports, default: JSON_TYPE })
  return preferred === CSV_TYPE ? 'csv' : 'json'
}

async function write<Input extends z.ZodObject, Answer extends Provenance>(
  c: Context<Env>,
  { file, input, answer, products }: List<Input, Answer>,
): Promise<{ text: string; headers: Readonly<Record<string, string>> }> {
  const names = Object.keys({ ...input.shape, ...FormatParameters.shape })
  const parameters = namedParameters(c, names)
  const { format } = parse(FormatParameters, parameters)
  const answered = await answer(parse(input, parameters))
  const vary = format ? {} : { vary: 'Accept' }
  if ((format ?? acceptedFormat(c)) === 'json')
    return { text: JSON.stringify(answered), headers: vary }
  return {
    text: csv(products(answered)),
    headers: { ...vary, ...csvHeaders(file, answered) },
  }
}

/** What JSON says beside the list has no place in a table. */
function csvHeaders(file: string, { source, asOf, stale }: Provenance) {
  return {
    'content-type': `${CSV_TYPE}; charset=utf-8; header=present`,
    'content-disposition': `attachment; filename="launchboard-${file}-${asOf.slice(0, 10)}.csv"`,
    'x-source': source,
    'x-as-of': asOf,
    'x-stale': String(stale),
  }
}
