import { isTrusted, type TrustedProxies } from './trusted-proxies.ts'

/** What a server tells of the connection that a request came on. */
export interface Connection {
  /** The headers, by their names in small letters, where the server has read them. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** From which address somebody calls, where that is known. */
export type ClientAddress = (request: Request, connection?: Connection) => string | undefined

/** No request comes through more proxies. What stands further left is none of ours. */
const MAX_FORWARDED = 100

/**
 * The other end of the connection; behind proxies that are trusted, the one that the first of them
 * saw. Anybody may write anything into X-Forwarded-For, so it is read from its right end, where
 * our own proxies write, and only as far as they wrote it.
 */
export function clientAddress(trusted?: TrustedProxies): ClientAddress {
  return ({ headers }, connection) => {
    const peer = connection?.socket.remoteAddress
    if (!trusted || peer === undefined) return peer
    const forwarded = headers.get('x-forwarded-for')
    if (forwarded === null) return peer
    const addresses = forwarded.split(',').slice(-MAX_FORWARDED).map(withoutPort)
    const nearestFirst = [...addresses, peer].reverse()

    if ('hops' in trusted) return nearestFirst[Math.min(trusted.hops, nearestFirst.length - 1)]
    return (
      nearestFirst.find((address) => !isTrusted(address, trusted.ranges)) ?? nearestFirst.at(-1)
    )
  }
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(text: string) {
  const [, bracketed, plain] = text.trim().match(/^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/) ?? []
  return bracketed ?? plain ?? text.trim()
}
