import type * as z from 'zod'
import { shapeOf } from './change-of.ts'
import { ownValue } from './own-value.ts'

/**
 * How values differ from their defaults, once a change is made to how they differed before. A value
 * that is set to its default is none that differs: it follows the default from then on.
 */
export function differenceAfter(schema: z.ZodType, before: unknown, change: unknown): unknown {
  const shape = shapeOf(schema)
  if (!shape) {
    const value = change === undefined ? before : change
    return isSame(value, schema.parse(undefined)) ? undefined : value
  }

  const differing = Object.entries(shape)
    .map(([name, field]) => {
      return [name, differenceAfter(field, ownValue(before, name), ownValue(change, name))] as const
    })
    .filter(([, value]) => value !== undefined)
  return differing.length > 0 ? Object.fromEntries(differing) : undefined
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}
