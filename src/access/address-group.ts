import ipaddr from 'ipaddr.js'

/** Of IPv6 one caller has a whole /64 (RFC 6177), in which it may change its address at will. */
const PARTS_OF_64_BITS = 4

/** What is counted as one caller. Whoever has no address that could be is counted with the like. */
export function addressGroup(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown'
  const known = ipaddr.process(address)
  if (known instanceof ipaddr.IPv4) return known.toString()
  const network = known.parts.slice(0, PARTS_OF_64_BITS).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
