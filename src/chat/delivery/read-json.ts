import * as z from 'zod'
import { parseJson } from '../../core/json.ts'
import { DeliveryError } from './delivery-error.ts'

/**
 * Values are stored and relayed by recursive code, so nesting is limited. There may be more values
 * than in a request: an agent can send its whole state in one event.
 */
const LIMITS = { maxDepth: 100, maxValues: 100_000 }

/** An object with a type, as every frame of a streaming protocol is. */
const Typed = z.looseObject({ type: z.string() })

export type Typed = z.infer<typeof Typed>

/** @throws DeliveryError `malformed` */
export function readTyped(frame: string): Typed {
  return readAs(Typed, readJson(frame), 'a part of the response has no type')
}

/** @throws DeliveryError `malformed` */
export function readJson(text: string): unknown {
  const { value, issue } = parseJson(text, LIMITS)
  if (issue) throw malformed(`a part of the response ${issue}`)
  return value
}

/** @throws DeliveryError `malformed`, with the given detail. */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown, detail: string) {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw malformed(detail)
}

export function malformed(detail: string) {
  return new DeliveryError('malformed', detail)
}
