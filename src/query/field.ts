import * as z from 'zod'
import { COUNT, clamp, type Limit } from '../product/limits.ts'

interface NumberField extends Limit {
  standard: number
  description: string
}

/**
 * A whole number that is clamped into its range instead of refused, as text from a URL or as JSON
 * from a model. What is no number at all is an issue; absent and `null` are the standard.
 */
export function clampedNumber({ least, most, standard, description }: NumberField) {
  return z
    .unknown()
    .transform((value, context) => {
      const number = toNumber(value ?? standard)
      if (!Number.isNaN(number)) return clamp(number, { least, most })
      context.addIssue({ code: 'custom', message: `must be a number from ${least} to ${most}` })
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: least, maximum: most, description })
    .prefault(standard)
}

/** How many products an answer names. */
export function limitField(standard: number) {
  return clampedNumber({ ...COUNT, standard, description: 'How many products to name.' })
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}
