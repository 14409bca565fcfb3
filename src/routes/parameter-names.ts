import type { Context } from 'hono'
import { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'

/** Names that other services have for our parameters, in lower case and without `_` and `-`. */
const ALIASES: ReadonlyMap<string, readonly string[]> = namesOf([
  ['tz', 'timezone zone'],
  ['limit', 'perpage pagesize count n num size first top max take results'],
  ['timeframe', 'from to since until start end date range time tf'],
  ['timeframe days window', 'day period window hours'],
  ['q', 'query search term keyword keywords'],
  ['topic', 'topics category tag'],
  ['cursor', 'after nextcursor pagetoken page offset skip'],
])

/** Names that no parameter of ours stands for. */
const UNSUPPORTED: ReadonlyMap<string, string> = new Map([
  ['sort', 'the order cannot be chosen'],
  ['order', 'the order cannot be chosen'],
])

/** The route of each parameter that not every route has. */
const ROUTE_OF: ReadonlyMap<string, string> = new Map([
  ['tz', '/api/top-range'],
  ['timeframe', '/api/top-range'],
  ['days', '/api/top-week'],
  ['q', '/api/search'],
  ['cursor', '/api/launches'],
])

function namesOf(rows: readonly [own: string, others: string][]) {
  return new Map(
    rows.flatMap(([own, others]) => others.split(' ').map((name) => [name, own.split(' ')])),
  )
}

/**
 * The query parameters of a request, without empty ones. Unknown ones that cannot be mistaken for ours, such as
 * `utm_source`, are ignored.
 *
 * @throws AppError `invalid-request` for a parameter that is given twice, and for an unknown one that
 * looks like ours: if it were ignored, the answer would be wrong and look right.
 */
export function namedParameters(
  c: Context<Env>,
  accepted: readonly string[],
): Record<string, string | undefined> {
  const given = Object.entries(c.req.queries())
  const issues = given.flatMap(([name, values]) => {
    if (!accepted.includes(name)) return mistakeIn(name, accepted) ?? []
    return values.length > 1 ? `${name}: must be given once` : []
  })
  if (issues.length > 0) throw new AppError('invalid-request', `${issues.join('; ')}.`)
  const filled = given.filter(([, [value]]) => value !== '')
  return Object.fromEntries(filled.map(([name, [value]]) => [name, value]))
}

function mistakeIn(name: string, accepted: readonly string[]): string | undefined {
  const key = name.toLowerCase().replace(/[_-]/g, '')
  const unsupported = UNSUPPORTED.get(key)
  if (unsupported) return `${name}: ${unsupported}`
  const isOurs = accepted.includes(key) || ROUTE_OF.has(key)
  const meant = isOurs ? [key] : ALIASES.get(key)
  if (!meant) return undefined
  const own = meant.find((parameter) => accepted.includes(parameter))
  if (own) return `${name}: unknown parameter, use ${own}`
  const [other = ''] = meant
  return `${name}: only ${ROUTE_OF.get(other)} supports this, as ${other}`
}
