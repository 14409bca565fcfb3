import ipaddr from 'ipaddr.js'

/** The connection of a request, as far as a server knows it. */
export interface Connection {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** The address of the caller, if known. */
export type ClientAddress = (request: Request, connection?: Connection) => string | undefined

/** The same, but the addresses that one caller can have are one: no limit can be passed with the others. */
export function grouped(addressOf: ClientAddress): ClientAddress {
  return (request, connection) => {
    const address = addressOf(request, connection)
    return address === undefined ? undefined : addressGroup(address)
  }
}

/** No request passes more proxies. Entries further left are not theirs. */
const MAX_FORWARDED = 100

/**
 * The peer of the connection or, behind trusted proxies, the address that the first of them saw.
 * Anyone can put anything into X-Forwarded-For, so only the entries at its right end are read, which
 * the trusted proxies have appended.
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

/** Whether a trusted proxy says that it speaks HTTPS with the caller. */
export function isForwardedHttps(
  { headers }: Request,
  connection: Connection | undefined,
  trusted: TrustedProxies,
): boolean {
  const peer = connection?.socket.remoteAddress
  if ('ranges' in trusted && (peer === undefined || !isTrusted(peer, trusted.ranges))) return false
  return /^https\b/i.test(headers.get('x-forwarded-proto') ?? '')
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(text: string) {
  const [, bracketed, plain] = text.trim().match(/^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/) ?? []
  return bracketed ?? plain ?? text.trim()
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The proxies whose X-Forwarded-For is trusted: their number, or their addresses. */
export type TrustedProxies = { hops: number } | { ranges: readonly [Address, number][] }

/** Every address of a request is compared with all of them. */
const MAX_RANGES = 256

/**
 * Reads a number of hops (`1`), or addresses and ranges (`10.0.0.0/8, ::1`).
 *
 * @returns undefined if it is neither, or too many ranges.
 */
export function trustedProxies(text: string): TrustedProxies | undefined {
  if (/^[1-9]\d?$/.test(text.trim())) return { hops: Number(text) }
  const items = text.split(',').map((item) => item.trim())
  if (items.length > MAX_RANGES) return undefined
  const ranges = items.map(rangeOf).filter((range) => range !== undefined)
  return ranges.length === items.length ? { ranges } : undefined
}

function isTrusted(address: string, ranges: readonly [Address, number][]): boolean {
  if (!ipaddr.isValid(address)) return false
  const known = ipaddr.process(address)
  // Matching an address against the other family would throw.
  return ranges.some((range) => range[0].kind() === known.kind() && known.match([...range]))
}

function rangeOf(item: string): [Address, number] | undefined {
  if (ipaddr.isValidCIDR(item)) return ipaddr.parseCIDR(item)
  if (!isWholeAddress(item)) return undefined
  const address = ipaddr.process(item)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Excludes historical forms, in which `10` is an address. */
function isWholeAddress(text: string) {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

/** An IPv6 caller has a whole /64 (RFC 6177) and can use any address in it. */
const PARTS_OF_64_BITS = 4

/** All addresses that are absent or invalid count as one caller, which no id of a caller equals. */
export const UNKNOWN_ADDRESS = 'unknown'

/** The addresses that count as one caller. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return UNKNOWN_ADDRESS
  const known = ipaddr.process(address)
  if (known instanceof ipaddr.IPv4) return known.toString()
  const network = known.parts.slice(0, PARTS_OF_64_BITS).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
