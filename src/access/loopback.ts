import ipaddr from 'ipaddr.js'

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
export function isLoopbackHost(host: string): boolean {
  return HOST.test(host)
}

/** Of the header `Origin`: a page that is served by this machine, a front end under development. */
export function isLoopbackOrigin(origin: string): boolean {
  return ORIGIN.test(origin)
}

/** Of the whole address of a request, as the runtime has normalised it. */
export function isLoopbackUrl(url: string): boolean {
  return URL_WITH_HOST.test(url)
}
