import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { parse } from '../core/validation.ts'
import type { Env } from '../http/env.ts'
import { replyText } from '../http/reply.ts'
import type { Product } from '../ranking/product.ts'
import type { Provenance } from '../sources/source.ts'
import { csv } from './csv.ts'
import { namedParameters } from './parameter-names.ts'

/** An answer is this old at most; its own `asOf` says when it was made. */
const CACHED_MS = 1_000
const MAX_ANSWERS = 500

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

interface Written {
  text: string
  headers: Readonly<Record<string, string>>
}

/**
 * Answers with a list, as JSON or as CSV.
 *
 * Equal questions within a second get the same bytes: to check, rank and write them out again
 * would cost more than all the rest of the request and change nothing. Failures are not cached.
 */
export function listAnswers({ clock }: { clock(): number }) {
  const cached = new LRUCache<string, Written>({
    max: MAX_ANSWERS,
    ttl: CACHED_MS,
    ttlResolution: 0,
    perf: { now: clock },
  })

  return <Input extends z.ZodObject, Answer extends Provenance>(
    c: Context<Env>,
    list: List<Input, Answer>,
  ): Response | Promise<Response> => {
    const accepted = acceptedFormat(c)
    const key = accepted === 'csv' ? `csv ${c.req.url}` : c.req.url
    const known = cached.get(key)
    if (known) return send(c, known)

    return write(c, list, accepted).then((written) => {
      cached.set(key, written)
      return send(c, written)
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
  accepted: Format,
): Promise<Written> {
  const names = Object.keys({ ...input.shape, ...FormatParameters.shape })
  const parameters = namedParameters(c, names)
  const { format } = parse(FormatParameters, parameters)
  const answered = await answer(parse(input, parameters))
  const vary = format ? {} : { vary: 'Accept' }
  if ((format ?? accepted) === 'json') return { text: JSON.stringify(answered), headers: vary }
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

function send(c: Context<Env>, { text, headers }: Written) {
  const { vary } = c.env.headers
  const both = vary && headers.vary ? { ...headers, vary: `${vary}, ${headers.vary}` } : headers
  return replyText(c, text, 200, both)
}
