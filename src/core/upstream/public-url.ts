import ipaddr from 'ipaddr.js'
import { AppError } from '../error.ts'

/** Names that mean this machine or its network: RFC 6761, RFC 6762 (appendix G), RFC 8375. */
const LOCAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

const LITERAL = /^\[.*\]$|^[\d.]+$/

/** Also under `wrangler dev` and on a public `HOST`. A deployed Worker cannot reach them at all. */
export const ALLOW_LOCAL =
  'set ALLOW_LOCAL_AGENTS=true to call addresses on this machine or its network'

interface Guard {
  /** Whether `http` and addresses on this machine or in its network are allowed. */
  allowLocal: boolean
  /** What the address is, for messages. */
  name?: string
}

/**
 * Checks the URL of somebody else's server and returns it normalised by the URL standard, which also resolves
 * unusual spellings of IPv4 addresses. A host name that resolves to a private address passes this
 * check and is rejected by the connection.
 *
 * @throws AppError `invalid-request`, which says what is wrong.
 */
export function checkPublicUrl(text: string, { allowLocal, name = 'The address' }: Guard): string {
  const invalid = (reason: string) => new AppError('invalid-request', `${name} ${reason}.`)
  if (!URL.canParse(text)) {
    throw invalid('must be a complete URL such as https://agent.example.com/stream')
  }
  const url = new URL(text)
  const isHttp = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !(allowLocal && isHttp)) {
    if (allowLocal) throw invalid('must start with https:// or http://')
    throw invalid(isHttp ? `must start with https://; ${ALLOW_LOCAL}` : 'must start with https://')
  }
  if (url.username || url.password) {
    throw invalid('must not contain a user name or password; send them in a header')
  }
  if (!allowLocal && !isPublicHost(url.hostname)) {
    throw invalid(`must be a public address; ${ALLOW_LOCAL}`)
  }
  return url.href
}

function isPublicHost(hostname: string) {
  if (LITERAL.test(hostname)) return isPublicAddress(hostname.replace(/^\[|\]$/g, ''))
  const name = hostname.replace(/\.$/, '')
  const hasEmptyLabel = name.split('.').includes('')
  return name.includes('.') && !hasEmptyLabel && !LOCAL_NAME.test(name)
}

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
