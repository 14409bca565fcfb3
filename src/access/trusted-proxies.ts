import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The proxies whose word on who calls is believed: how many stand before us, or which. */
export type TrustedProxies = { hops: number } | { ranges: readonly [Address, number][] }

/** Each one is compared with each address of each request. */
const MAX_RANGES = 256

/**
 * Reads a number of hops (`1`), or addresses and ranges (`10.0.0.0/8, ::1`).
 *
 * @returns nothing when it is neither, or more ranges than can be compared.
 */
export function trustedProxies(text: string): TrustedProxies | undefined {
  if (/^[1-9]\d?$/.test(text.trim())) return { hops: Number(text) }
  const items = text.split(',').map((item) => item.trim())
  if (items.length > MAX_RANGES) return undefined
  const ranges = items.map(rangeOf).filter((range) => range !== undefined)
  return ranges.length === items.length ? { ranges } : undefined
}

export function isTrusted(address: string, ranges: readonly [Address, number][]): boolean {
  if (!ipaddr.isValid(address)) return false
  const known = ipaddr.process(address)
  // An address matches none of the other family, and to ask would be an error.
  return ranges.some((range) => range[0].kind() === known.kind() && known.match([...range]))
}

function rangeOf(item: string): [Address, number] | undefined {
  if (ipaddr.isValidCIDR(item)) return ipaddr.parseCIDR(item)
  if (!isWholeAddress(item)) return undefined
  const address = ipaddr.process(item)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Without the forms of old, in which `10` is an address and would be taken for one. */
function isWholeAddress(text: string) {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
