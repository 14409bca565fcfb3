import * as z from 'zod'
import { COUNT, clamp, type Limit } from '../ranking/limits.ts'
import { isTimezone } from '../ranking/timeframe.ts'
import { MAX_TOPIC_CHARACTERS, topicKey } from '../ranking/topic.ts'

interface NumberField extends Limit {
  defaultValue: number
  description: string
}

/**
 * An integer, clamped to its range: text from a URL, or JSON from a model. Absent and `null` mean the
 * default. Anything else that is not a number is an issue.
 */
export function clampedNumber({ min, max, defaultValue, description }: NumberField) {
  return z
    .unknown()
    .transform((value, context) => {
      const number = toNumber(value ?? defaultValue)
      if (!Number.isNaN(number)) return clamp(number, { min, max })
      context.addIssue({ code: 'custom', message: `must be a number from ${min} to ${max}` })
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: min, maximum: max, description })
    .prefault(defaultValue)
}

/** A whole number that may be absent: text from a URL, or JSON from a model, which may send `null`. */
export function countField(description: string, minimum = 0, maximum?: number) {
  const range = `from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`
  return z
    .unknown()
    .transform((value, context) => {
      if (value === null) return undefined
      const number = toNumber(value)
      const isWithin = minimum <= number && number <= (maximum ?? Infinity)
      if (Number.isSafeInteger(number) && isWithin) return number
      context.addIssue({ code: 'custom', message: `must be a whole number ${range}` })
      return z.NEVER
    })
    .optional()
    .meta({ type: 'integer', minimum, ...(maximum !== undefined && { maximum }), description })
}

/** Limits a list to launches by their votes or their place in it. */
export const boundFields = {
  minVotes: countField('Only launches with at least this many votes.'),
  maxRank: countField('Only launches in this many first places of the list.', 1),
}

/** The bounds in an answer that is limited by them. */
export const boundsOfAnswer = {
  minVotes: z.number().int().optional().describe('The requested votes.'),
  maxRank: z.number().int().optional().describe('The requested places.'),
  ranks: z
    .array(z.number().int())
    .optional()
    .describe('With `minVotes`: the place of each product in the whole list.'),
}

/** The number of products in an answer. */
export function limitField(defaultValue: number) {
  return clampedNumber({ ...COUNT, defaultValue, description: 'How many products to return.' })
}

const topicText = z
  .string()
  .trim()
  .max(MAX_TOPIC_CHARACTERS, `must have at most ${MAX_TOPIC_CHARACTERS} characters`)
  .refine((topic) => topicKey(topic) !== '', 'must name a topic, such as Developer Tools')

/** Limits the answer to products of one topic. A model may send `null` for none. */
export const topicField = topicText
  .nullish()
  .transform((topic) => topic ?? undefined)
  .meta({
    type: 'string',
    maxLength: MAX_TOPIC_CHARACTERS,
    description: 'Only products of this topic, by its whole name: Artificial Intelligence, not AI.',
  })

const MAX_TOPICS = 10

/** Several topics. A model may send `null` for none. */
export function topicsField(description: string) {
  return z
    .array(topicText)
    .max(MAX_TOPICS, `must have at most ${MAX_TOPICS} topics`)
    .nullish()
    .transform((topics) => topics ?? undefined)
    .meta({ type: 'array', items: { type: 'string' }, maxItems: MAX_TOPICS, description })
}

/** The time zone that days refer to. An answer names it, so the default is part of the schema. */
export function timezoneField(defaultTimezone: string) {
  return z
    .string()
    .refine(isTimezone, 'must be an IANA time zone, such as America/New_York')
    .default(defaultTimezone)
    .describe('The IANA time zone that days refer to.')
}

/** The topic in an answer that is limited to one. */
export const topicOfAnswer = z.string().optional().describe('The requested topic.')

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}
