import * as z from 'zod'
import { isDeeperThan } from '../../nesting.ts'
import { DeliveryFailure } from './delivery-failure.ts'

/** Whoever stores or relays a value goes through it by recursion, so there is an end to nesting. */
const DEEPEST = 100

/** An object that names its type, as every frame of a streaming wire is one. */
const Typed = z.looseObject({ type: z.string() })

export type Typed = z.infer<typeof Typed>

/** @throws DeliveryFailure `malformed` */
export function readTyped(frame: string): Typed {
  return readAs(Typed, readJson(frame), 'a piece of the answer names no type')
}

/** @throws DeliveryFailure `malformed` */
export function readJson(text: string): unknown {
  const value = parse(text)
  // As much text as that is needed to go deeper.
  if (text.length > 2 * DEEPEST && isDeeperThan(value, DEEPEST)) {
    throw malformed('the answer is nested too deep')
  }
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words quote the answer.
    throw malformed('a piece of the answer is no JSON')
  }
}
