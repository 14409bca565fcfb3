import ipaddr from 'ipaddr.js'

/** Global unicast: the part of IPv6 that is routed on the internet. */
const ROUTED = ipaddr.IPv6.parseCIDR('2000::/3')

/** The well-known prefix through which an IPv6-only network reaches IPv4 addresses. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Looks public but is not: the host of an Azure virtual machine. */
const AZURE_HOST = '168.63.129.16'

/**
 * Whether an IP address is on the public internet, as is the IPv4 address embedded in it, if any.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicV4(parsed)
  if (parsed.isIPv4MappedAddress() || parsed.match(NAT64)) return isPublicV4(lastFourBytes(parsed))
  if (isIsatap(parsed) && !isPublicV4(lastFourBytes(parsed))) return false
  return parsed.match(ROUTED) && parsed.range() === 'unicast'
}

/** Embeds an IPv4 address under any IPv6 prefix: RFC 5214, section 6.1. */
function isIsatap({ parts }: ipaddr.IPv6) {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}

function isPublicV4(address: ipaddr.IPv4) {
  return address.range() === 'unicast' && address.toString() !== AZURE_HOST
}

function lastFourBytes(address: ipaddr.IPv6) {
  return new ipaddr.IPv4(address.toByteArray().slice(-4))
}
