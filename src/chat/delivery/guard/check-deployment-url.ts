import { AppError } from '../../../core/error.ts'
import { isPublicAddress } from './public-address.ts'

/** Names that mean this machine or its network: RFC 6761, RFC 6762 (appendix G), RFC 8375. */
const LOCAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/

const LITERAL = /^\[.*\]$|^[\d.]+$/

/** Under `wrangler dev` and behind a public `HOST` alike; a deployed Worker reaches none of them. */
const LOCAL = 'agents on this machine or its network need ALLOW_LOCAL_AGENTS=true'

interface Guard {
  /** Whether `http` and addresses on this machine or in its network are let through. */
  allowLocal: boolean
}

/**
 * A Deployment URL as it will be called, spelled in the one way of the URL standard, which also
 * undoes the odd spellings of IPv4 addresses. A name that resolves to a private address passes
 * here: the connection finds that out.
 *
 * @throws AppError `invalid-request` that says what is wrong with it.
 */
export function checkDeploymentUrl(text: string, { allowLocal }: Guard): string {
  const url = parse(text)
  const isHttp = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !(allowLocal && isHttp)) {
    if (allowLocal) throw refused('must start with https:// or http://')
    throw refused(isHttp ? `must start with https://; ${LOCAL}` : 'must start with https://')
  }
  if (url.username || url.password) {
    throw refused('must hold no user name or password; send them as a header')
  }
  if (!allowLocal && !isPublicHost(url.hostname)) {
    throw refused(`must be a public address; ${LOCAL}`)
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
    throw refused('must be a whole address such as https://agent.example.com/stream')
  }
}

function refused(reason: string) {
  return new AppError('invalid-request', `The Deployment URL ${reason}.`)
}
