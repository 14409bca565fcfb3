import type * as z from 'zod'
import { tryParseJson } from '../core/json.ts'
import { requestText, type TextRequest } from '../core/upstream/request-text.ts'
import { unreadableAnswer } from '../core/upstream/upstream-error.ts'

interface JsonRequest<Schema extends z.ZodType> extends TextRequest {
  schema: Schema
}

interface JsonAnswer<Value> {
  value: Value
  headers: Headers
}

/** A request to another service whose response is JSON of a known shape. */
export async function requestJson<Schema extends z.ZodType>(
  request: JsonRequest<Schema>,
): Promise<JsonAnswer<z.output<Schema>>> {
  const { upstream, schema } = request
  const { text, headers } = await requestText(request)
  const json = tryParseJson(text)
  if (json === undefined) {
    throw unreadableAnswer(upstream, text === '' ? 'an empty body' : 'invalid JSON')
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return { value: parsed.data, headers }
  throw unreadableAnswer(upstream, where(parsed.error))
}

function where({ issues }: z.ZodError) {
  const places = issues.slice(0, 3).map(({ path, code }) => `${code} at /${path.join('/')}`)
  return places.join(', ')
}
