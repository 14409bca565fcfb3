import type { Context } from 'hono'
import { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { COUNT } from '../ranking/limits.ts'

/** What other services call our parameters, in small letters and without `_` and `-`. */
const MEANT: ReadonlyMap<string, readonly string[]> = new Map([
  ['timezone', ['tz']],
  ['zone', ['tz']],
  ['perpage', ['limit']],
  ['pagesize', ['limit']],
  ['count', ['limit']],
  ['n', ['limit']],
  ['size', ['limit']],
  ['from', ['timeframe']],
  ['to', ['timeframe']],
  ['since', ['timeframe']],
  ['until', ['timeframe']],
  ['date', ['timeframe']],
  ['day', ['timeframe', 'days']],
  ['period', ['timeframe', 'days']],
  ['window', ['timeframe', 'days']],
  ['query', ['q']],
  ['category', ['topic']],
  // Ours, of another route.
  ['timeframe', ['timeframe']],
  ['days', ['days']],
  ['q', ['q']],
])

/** What there is no parameter for. */
const NONE: ReadonlyMap<string, string> = new Map([
  ['page', `there are no pages; limit is at most ${COUNT.max}`],
  ['offset', `there are no pages; limit is at most ${COUNT.max}`],
  ['sort', 'the order cannot be chosen'],
  ['order', 'the order cannot be chosen'],
])

/** Which route takes what not every one of them takes. */
const ROUTES: ReadonlyMap<string, string> = new Map([
  ['tz', '/api/top-range'],
  ['timeframe', '/api/top-range'],
  ['days', '/api/top-week'],
  ['q', '/api/search'],
])

/**
 * The parameters of a request by their names. Those that nobody can mistake for ours, such as
 * `utm_source`, are left alone.
 *
 * @throws AppError `invalid-request` for one of ours that is given twice, and for one that looks
 * like ours and is not: ignored, it would give a wrong answer that looks right.
 */
export function namedParameters(
  c: Context<Env>,
  accepted: readonly string[],
): Record<string, string | undefined> {
  const given = Object.entries(c.req.queries())
  const issues = given.flatMap(([name, values]) => {
    if (!accepted.includes(name)) return mistaken(name, accepted) ?? []
    return values.length > 1 ? `${name}: must be given once` : []
  })
  if (issues.length > 0) throw new AppError('invalid-request', `${issues.join('; ')}.`)
  return Object.fromEntries(given.map(([name, [value]]) => [name, value]))
}

function mistaken(name: string, accepted: readonly string[]): string | undefined {
  const key = name.toLowerCase().replace(/[_-]/g, '')
  const none = NONE.get(key)
  if (none) return `${name}: ${none}`
  const meant = accepted.includes(key) ? [key] : MEANT.get(key)
  if (!meant) return undefined
  const own = meant.find((parameter) => accepted.includes(parameter))
  if (own) return `${name}: this parameter is called ${own}`
  const [other = ''] = meant
  return `${name}: only ${ROUTES.get(other)} takes this, as ${other}`
}
