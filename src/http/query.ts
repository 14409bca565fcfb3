import * as z from 'zod'
import { nearMissFirst } from '../core/near-miss.ts'

/** Parameters of campaigns and cache busters, which others add to addresses. */
const FOREIGN = /^(_|utm_|ref$)|clid$/i

/** The address without what others added to it. */
export function ownAddress(address: string): string {
  if (!address.includes('?')) return address
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()]) {
    if (FOREIGN.test(name)) url.searchParams.delete(name)
  }
  return url.href
}

/**
 * The query of a route: a parameter that it does not declare is an issue, because an answer that
 * ignored it would look right. One that is empty is absent; one that is given twice is an issue too.
 */
export function declaredQuery<Query extends z.ZodObject>(query: Query, route: string) {
  const names = Object.keys(query.shape)

  function issueOf(name: string, values: readonly string[]): string | undefined {
    if (names.includes(name)) return values.length > 1 ? 'must be given once' : undefined
    return FOREIGN.test(name) ? undefined : unknownParameter(names, name, route)
  }

  return z
    .record(z.string(), z.array(z.string()))
    .transform((given, context): Record<string, unknown> => {
      for (const [name, values] of Object.entries(given)) {
        const message = issueOf(name, values)
        if (message) context.addIssue({ code: 'custom', path: [name], message, input: values })
      }
      const filled = names.filter((name) => given[name]?.[0])
      return Object.fromEntries(filled.map((name) => [name, given[name]?.[0]]))
    })
    .pipe(query)
}

function unknownParameter(names: readonly string[], name: string, route: string): string {
  const taken = nearMissFirst(name, names).join(', ') || 'no parameters'
  return `not a parameter of ${route}; it takes ${taken}`
}
