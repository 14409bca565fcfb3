import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { isTimezone } from '../ranking/timeframe.ts'
import { topicField } from '../tools/field.ts'
import { Target } from './target.ts'

/** The owner of the watches in WATCHES_FILE. */
export const FILE_OWNER = 'file'

const When = z
  .union(
    [
      z.strictObject({ votes: z.int().min(1).max(1_000_000) }),
      z.strictObject({ rank: z.int().min(1).max(100) }),
      z.strictObject({ launched: z.literal(true) }),
      z.strictObject({ rising: z.literal(true) }),
      z.strictObject({ launchDay: z.literal(true) }),
    ],
    'must be {"votes": 500}, {"rank": 5}, {"launched": true}, {"rising": true} or {"launchDay": true}',
  )
  .describe(
    'The condition, told once for each launch: a number of votes, a place on its own day, a new launch, ' +
      'a rising one, or the whole launch day of one product.',
  )

export type When = z.output<typeof When>

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

const fields = {
  name: z.string().trim().min(1).max(100).optional().describe('Its title in messages.'),
  when: When.optional(),
  product: z.string().min(1).max(200).optional().describe('The id of one product.'),
  topic: topicField,
  digest: z
    .enum(['daily', 'weekly'])
    .optional()
    .describe('In place of `when`: the best launches of the day or week before.'),
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 08:00')
    .optional()
    .describe('When a digest is sent; 08:00 by default.'),
  weekday: z.enum(WEEKDAYS).optional().describe('When a weekly digest is sent; monday by default.'),
  limit: z.int().min(1).max(20).optional().describe('The products of a digest; 10 by default.'),
  tz: z
    .string()
    .refine(isTimezone, 'must be an IANA time zone')
    .optional()
    .describe('The IANA time zone of its days.'),
}

/** A watch without its targets and secret. */
export const Spec = z.object(fields)
export type Spec = z.output<typeof Spec>

const Secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64')
  .optional()
  .describe('Signs `standard` webhooks. Without it, one is made and shown once.')

const to = z.array(Target).min(1).max(5).describe('Where its messages go.')

export const WatchBody = z
  .strictObject({ ...fields, to, secret: Secret })
  .check(({ value, issues }) => {
    const message = issueOf(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
  .meta({ id: 'WatchBody' })

export type WatchBody = z.output<typeof WatchBody>

export const WatchChange = z
  .strictObject({
    ...z.object({ ...fields, to }).partial().shape,
    rotateSecret: z
      .literal(true)
      .optional()
      .describe('Makes a new secret. The previous one signs too for 24 hours.'),
  })
  .meta({ id: 'WatchChange' })

export type WatchChange = z.output<typeof WatchChange>

/** The issue of a watch whose fields contradict each other. */
function issueOf(spec: Spec): string | undefined {
  const { when, digest, product, at, weekday, limit } = spec
  if ((when === undefined) === (digest === undefined)) return 'either when or digest is required'
  if (digest && product !== undefined) return 'product: cannot be used with a digest'
  if (when && (at ?? weekday ?? limit) !== undefined) return 'at, weekday and limit are for digests'
  if (weekday && digest !== 'weekly') return 'weekday is for weekly digests'
  if (product !== undefined && spec.topic !== undefined)
    return 'either product or topic may be given'
  if (when && 'launchDay' in when && product === undefined)
    return 'product: is required for launchDay'
  if (when && 'launched' in when && product !== undefined)
    return 'product: cannot be used with launched'
  return undefined
}

/** A condition replaces a digest and the other way round, and a product replaces a topic. */
export function merged(spec: Spec, given: Omit<WatchChange, 'to' | 'rotateSecret'>): Spec {
  const { when, digest: period, product, topic } = given
  const { at: _at, weekday: _weekday, limit: _limit, digest: _digest, ...ofWhen } = spec
  const { when: _when, product: _product, ...ofDigest } = spec
  const base: Spec = when ? ofWhen : period ? ofDigest : spec
  const isOther = (product ?? topic) !== undefined
  const rest = isOther ? { ...base, product: undefined, topic: undefined } : base
  const whole = { ...rest, ...given }
  const issue = issueOf(whole)
  if (issue) throw new AppError('invalid-request', `${issue}.`)
  return whole
}

/** A watch with what its evaluation needs. */
export interface Watch {
  id: string
  spec: Spec
  /** When it starts: at the counts of a turn. A later launch starts from zero votes. */
  sinceMs: number
}
