import ipaddr from 'ipaddr.js'

/** Global unicast: the one part of IPv6 that the internet routes. */
const ROUTED = ipaddr.IPv6.parseCIDR('2000::/3')

/** The well-known prefix under which a network without IPv4 reaches an IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Looks public and is not: the host of an Azure machine answers there. */
const HOST_OF_MACHINE = '168.63.129.16'

/** Whether an IP address belongs to the public internet, the IPv4 address within it too. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicV4(parsed)
  if (parsed.isIPv4MappedAddress() || parsed.match(NAT64)) return isPublicV4(lastFourBytes(parsed))
  if (isIsatap(parsed) && !isPublicV4(lastFourBytes(parsed))) return false
  return parsed.match(ROUTED) && parsed.range() === 'unicast'
}

/** An IPv4 address behind an IPv6 prefix, whichever that is: RFC 5214, section 6.1. */
function isIsatap({ parts }: ipaddr.IPv6) {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}

function isPublicV4(address: ipaddr.IPv4) {
  return address.range() === 'unicast' && address.toString() !== HOST_OF_MACHINE
}

function lastFourBytes(address: ipaddr.IPv6) {
  return new ipaddr.IPv4(address.toByteArray().slice(-4))
}
