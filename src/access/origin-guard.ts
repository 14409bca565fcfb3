import ipaddr from 'ipaddr.js'
import { AppError } from '../core/error.ts'

/** Returns the error for a request that must be rejected. */
export type OriginGuard = (url: string, headers: Headers) => AppError | undefined

interface OriginGuardOptions {
  corsOrigins: readonly string[]
  /** The host that the server listens on, which is allowed as `Host` too. */
  host: string
}

/**
 * Restricts a service without authentication to this machine. Listening on loopback is not enough,
 * because a browser on this machine sends requests for any page that it shows:
 *
 * - A page can bind its own domain to 127.0.0.1 (DNS rebinding). `Host` then has that domain.
 * - A page can post text to any address without a preflight. `Origin` then names the page.
 * - Images, scripts and frames are requested without `Origin`, but with `Sec-Fetch-Site: cross-site`
 *   (https://www.w3.org/TR/fetch-metadata/). A followed link has that too and is allowed, because
 *   the linking page cannot read the document.
 *
 * Programs send neither `Origin` nor `Sec-Fetch-Site`. A proxy on this machine brings callers from
 * anywhere, and may write the `Host` that the service expects, but names itself or its caller.
 */
export function originGuard({ corsOrigins, host: listening }: OriginGuardOptions): OriginGuard {
  const isForeign = foreignOrigins(corsOrigins)

  return (url, headers) => {
    if (isForwarded(headers)) return forwarded()
    const host = headers.get('host')
    const isOurs = host === null ? isLoopbackUrl(url) : HOST.test(host)
    if (!isOurs && (host === null || hostnameOf(host) !== listening)) {
      return forbidden('Host must be localhost, 127.0.0.1 or [::1]')
    }
    const origin = headers.get('origin')
    const isAllowed = origin === null ? !isEmbedded(headers) : !isForeign(origin)
    if (isAllowed) return undefined
    return forbidden('pages from other origins may not call, unless CORS_ORIGINS lists them')
  }
}

/** Whether a page of another site requests anything other than a navigation. */
function isEmbedded(headers: Headers) {
  if (headers.get('sec-fetch-site') !== 'cross-site') return false
  if (headers.get('sec-fetch-dest') !== 'document') return true
  return headers.has('sec-purpose') // a prefetch
}

function hostnameOf(host: string) {
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}

function forbidden(what: string) {
  return new AppError('forbidden', `Without authentication, ${what}.`)
}

/** Headers that proxies add. The caller behind a proxy may be anywhere. */
const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

export function isForwarded(headers: Headers): boolean {
  return FORWARDING.some((name) => headers.has(name))
}

function forwarded() {
  const message =
    'Without authentication, requests through a proxy are rejected. Set TRUST_PROXY and AGENT_TOKENS, ' +
    'or ALLOW_PUBLIC=true to let anybody call.'
  return new AppError('forbidden', message)
}

/**
 * The origins that may not call a service without authentication. Allowed are the origins of this
 * machine at any port, for front ends under development, and those in `CORS_ORIGINS`, except for `*`
 * and `null`, which can be anyone.
 */
export function foreignOrigins(corsOrigins: readonly string[]): (origin: string) => boolean {
  const named = new Set(corsOrigins.filter((origin) => origin !== '*' && origin !== 'null'))
  return (origin) => !named.has(origin) && !isLoopbackOrigin(origin)
}

/** A `Host` header that names this machine. */
const HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

/** Whether an address, of a peer or to listen on, can only be reached from this machine. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Whether an `Origin` header names a page of this machine. */
function isLoopbackOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/(.*)$/.exec(origin) ?? []
  return host !== undefined && HOST.test(host)
}

/** Whether the URL of a request, as the runtime normalises it, names this machine. */
export function isLoopbackUrl(url: string): boolean {
  return HOST.test(new URL(url).host)
}
