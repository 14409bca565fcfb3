import * as z from 'zod'
import { parseJson } from '../../core/json.ts'
import { DeliveryFailure } from './delivery-failure.ts'

/**
 * Whoever stores or relays a value goes through it by recursion, so there is an end to nesting. An
 * agent may tell of more than a caller may ask: of its whole state, in one piece.
 */
const LIMITS = { maxDepth: 100, maxValues: 100_000 }

/** An object that names its type, as every frame of a streaming wire is one. */
const Typed = z.looseObject({ type: z.string() })

export type Typed = z.infer<typeof Typed>

/** @throws DeliveryFailure `malformed` */
export function readTyped(frame: string): Typed {
  return readAs(Typed, readJson(frame), 'a piece of the answer names no type')
}

/** @throws DeliveryFailure `malformed` */
export function readJson(text: string): unknown {
  const { value, issue } = parseJson(text, LIMITS)
  if (issue) throw malformed(`a piece of the answer ${issue}`)
  return value
}

/** @throws DeliveryFailure `malformed` with the words given. */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown, detail: string) {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw malformed(detail)
}

export function malformed(detail: string) {
  return new DeliveryFailure('malformed', detail)
}
