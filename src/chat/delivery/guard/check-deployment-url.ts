import { AppError } from '../../../core/error.ts'
import { isPublicAddress } from './public-address.ts'

/** Names that mean this machine or its network: RFC 6761, RFC 6762 (appendix G), RFC 8375. */
const LOCAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

const LITERAL = /^\[.*\]$|^[\d.]+$/

/** Also under `wrangler dev` and on a public `HOST`. A deployed Worker cannot reach them at all. */
const LOCAL = 'set ALLOW_LOCAL_AGENTS=true to call agents on this machine or its network'

interface Guard {
  /** Whether `http` and addresses on this machine or in its network are allowed. */
  allowLocal: boolean
}

/**
 * Checks a Deployment URL and returns it normalised by the URL standard, which also resolves
 * unusual spellings of IPv4 addresses. A host name that resolves to a private address passes this
 * check and is rejected by the connection.
 *
 * @throws AppError `invalid-request`, which says what is wrong.
 */
export function checkDeploymentUrl(text: string, { allowLocal }: Guard): string {
  const url = parse(text)
  const isHttp = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !(allowLocal && isHttp)) {
    if (allowLocal) throw invalid('must start with https:// or http://')
    throw invalid(isHttp ? `must start with https://; ${LOCAL}` : 'must start with https://')
  }
  if (url.username || url.password) {
    throw invalid('must not contain a user name or password; send them in a header')
  }
  if (!allowLocal && !isPublicHost(url.hostname)) {
    throw invalid(`must be a public address; ${LOCAL}`)
  }
  return url.href
}

function isPublicHost(hostname: string) {
  if (LITERAL.test(hostname)) return isPublicAddress(hostname.replace(/^\[|\]$/g, ''))
  const name = hostname.replace(/\.$/, '')
  const hasEmptyLabel = name.split('.').includes('')
  return name.includes('.') && !hasEmptyLabel && !LOCAL_NAME.test(name)
}

// Not `URL.parse`, which Node 20 lacks.
function parse(text: string) {
  try {
    return new URL(text)
  } catch {
    throw invalid('must be a complete URL such as https://agent.example.com/stream')
  }
}

function invalid(reason: string) {
  return new AppError('invalid-request', `The Deployment URL ${reason}.`)
}
