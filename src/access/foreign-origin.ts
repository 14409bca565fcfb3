import { isLoopbackOrigin } from './loopback.ts'

/**
 * Whose pages may not have a service called that asks nobody for a token. Those of this machine may,
 * at any port: a front end under development. So may the ones that `CORS_ORIGINS` names, where `*`
 * names nobody; and nobody knows who `null` is.
 */
export function foreignOrigins(corsOrigins: readonly string[]): (origin: string) => boolean {
  const named = new Set(corsOrigins.filter((origin) => origin !== '*' && origin !== 'null'))
  return (origin) => !named.has(origin) && !isLoopbackOrigin(origin)
}
