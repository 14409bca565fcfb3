import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { AppError } from '../../../core/error.ts'
import { isPublicAddress } from './public-address.ts'

type Failure = NodeJS.ErrnoException | null

/** Finds every address of a name, as `lookup` of `node:dns` does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: Failure, addresses: LookupAddress[]) => void,
) => void

/**
 * Resolves a name for a connection that is about to be made, and lets it through only when every
 * one of its addresses is public. What was checked is what is connected to: there is no second
 * resolution that could come to something else.
 */
export function guardedLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('no address'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(refused(), '')
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

function refused() {
  const message =
    'The Deployment URL leads to an address on a private network; ' +
    'agents there need ALLOW_LOCAL_AGENTS=true.'
  return new AppError('invalid-request', message)
}
