import type * as z from 'zod'
import { requestText, type TextRequest } from '../upstream/request-text.ts'
import { unreadable } from '../upstream/unreadable.ts'

export interface JsonRequest<Schema extends z.ZodType> extends TextRequest {
  schema: Schema
}

export interface JsonAnswer<Value> {
  value: Value
  headers: Headers
}

/** One call to another service whose answer is JSON of a shape that we know. */
export async function requestJson<Schema extends z.ZodType>(
  request: JsonRequest<Schema>,
): Promise<JsonAnswer<z.output<Schema>>> {
  const { upstream, schema } = request
  const { text, headers } = await requestText(request)
  const parsed = schema.safeParse(parseJson(text, upstream))
  if (parsed.success) return { value: parsed.data, headers }
  throw unreadable(upstream, where(parsed.error))
}

function parseJson(text: string, upstream: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words quote the body.
    throw unreadable(upstream, text === '' ? 'an empty body' : 'no JSON')
  }
}

function where({ issues }: z.ZodError) {
  const places = issues.slice(0, 3).map(({ path, code }) => `${code} at /${path.join('/')}`)
  return places.join(', ')
}
