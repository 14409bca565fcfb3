import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { AppError } from '../../../core/error.ts'
import { isPublicAddress } from './public-address.ts'

type Failure = NodeJS.ErrnoException | null

/** Resolves a name to all of its addresses, like `lookup` of `node:dns`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: Failure, addresses: LookupAddress[]) => void,
) => void

/**
 * Resolves a name for a new connection, and fails unless all of its addresses are public. The
 * connection uses the addresses that were checked: there is no second lookup to rebind.
 */
export function guardedLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('no address'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(privateAddress(), '')
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

function privateAddress() {
  const message =
    'The Deployment URL resolves to a private address; ' +
    'set ALLOW_LOCAL_AGENTS=true to call agents on this machine or its network.'
  return new AppError('invalid-request', message)
}
