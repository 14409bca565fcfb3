import ipaddr from 'ipaddr.js'
import { AppError } from '../core/error.ts'
import { headerOf, type ParsedHeaders } from './client-address.ts'

/** Returns the error for a request that must be rejected, without a promise. */
export type Screen = (url: string, headers: Headers | ParsedHeaders) => AppError | undefined

interface LocalOnlyOptions {
  corsOrigins: readonly string[]
  /** The host we listen on, which is a name of ours too. */
  host: string
}

/**
 * Restricts a service without authentication to this machine. Listening on loopback is not enough:
 * a browser here sends the requests of any page it shows.
 *
 * - A page's own name can be bound to 127.0.0.1 (DNS rebinding). It is then in `Host`.
 * - A page may post text to any address, unasked. The browser then says whose page in `Origin`.
 * - An image, a script or a frame is fetched without `Origin`. Browsers then say `cross-site` in
 *   `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/). Following a link says so too, and is
 *   allowed: it loads a document, which the page with the link cannot read. A page can navigate its
 *   visitor to one, but only once for each window that it gives up.
 *
 * Programs send neither `Origin` nor `Sec-Fetch-Site`. The whole costs a few comparisons, because
 * it stands before every request.
 */
export function localOnly({ corsOrigins, host: listening }: LocalOnlyOptions): Screen {
  const isForeign = foreignOrigins(corsOrigins)
  const isOurHost = remembering((host) => isLoopbackHost(host) || hostnameOf(host) === listening)
  const isOurOrigin = remembering((origin) => !isForeign(origin))

  return (url, headers) => {
    const host = headerOf(headers, 'host')
    const isOurs = host === undefined ? isLoopbackUrl(url) : isOurHost(host)
    if (!isOurs) return otherHost()
    const origin = headerOf(headers, 'origin')
    const isWelcome = origin === undefined ? !isEmbedded(headers) : isOurOrigin(origin)
    return isWelcome ? undefined : otherOrigin()
  }
}

/** Nearly every request has the same value as the one before. */
function remembering(isGood: (text: string) => boolean) {
  let known: string | undefined
  return (text: string) => {
    if (text === known) return true
    if (!isGood(text)) return false
    known = text
    return true
  }
}

/** Whether a page of another site requests anything other than a navigation. */
function isEmbedded(headers: Headers | ParsedHeaders) {
  if (headerOf(headers, 'sec-fetch-site') !== 'cross-site') return false
  if (headerOf(headers, 'sec-fetch-dest') !== 'document') return true
  return headerOf(headers, 'sec-purpose') !== undefined // fetched in advance
}

function hostnameOf(host: string) {
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}

function otherHost() {
  const message = 'Without authentication, Host must be localhost, 127.0.0.1 or [::1].'
  return new AppError('forbidden', message)
}

function otherOrigin() {
  const message =
    'Without authentication, pages of other origins may not call, unless CORS_ORIGINS lists them.'
  return new AppError('forbidden', message)
}

/**
 * Origins whose pages may not call a service without authentication. Those of this machine may,
 * at any port: a front end under development. So may the ones in `CORS_ORIGINS`, but not `*`
 * nor `null`, which can be anyone.
 */
export function foreignOrigins(corsOrigins: readonly string[]): (origin: string) => boolean {
  const named = new Set(corsOrigins.filter((origin) => origin !== '*' && origin !== 'null'))
  return (origin) => !named.has(origin) && !isLoopbackOrigin(origin)
}

/** The names by which this machine calls itself: no other name may lead to one of ours. */
const HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/
const URL_WITH_HOST = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?\//

/** Whether an address, of a peer or to listen at, is one that this machine alone can reach. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Of the header `Host`, with a port or without. */
function isLoopbackHost(host: string): boolean {
  return HOST.test(host)
}

/** Of the header `Origin`: a page that is served by this machine, a front end under development. */
function isLoopbackOrigin(origin: string): boolean {
  return ORIGIN.test(origin)
}

/** Of the whole address of a request, as the runtime has normalised it. */
export function isLoopbackUrl(url: string): boolean {
  return URL_WITH_HOST.test(url)
}
