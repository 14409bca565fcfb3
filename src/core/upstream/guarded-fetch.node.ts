import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { AppError } from '../error.ts'
import type { GuardedFetch } from './guarded-fetch.ts'
import { ALLOW_LOCAL, checkPublicUrl, isPublicAddress } from './public-url.ts'

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
        return callback(new AppError('invalid-request', PRIVATE), '')
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

const PRIVATE = `The address resolves to a private address; ${ALLOW_LOCAL}.`

interface Guarded {
  /** Whether addresses on this machine or in its network may be called. */
  allowLocal: boolean
  /** Replaces the resolver of the system. */
  resolve?: Resolve
}

/** Checks the URL, and every address that its host name resolves to. */
export function nodeFetch({ allowLocal, resolve }: Guarded): GuardedFetch {
  const connect = allowLocal ? {} : { lookup: guardedLookup(resolve) }
  let client: ReturnType<typeof createClient> | undefined

  return async (url, request) => {
    const checked = checkPublicUrl(url, { allowLocal })
    client ??= createClient(connect)
    const { fetch, dispatcher } = await client
    try {
      return await fetch(checked, { ...request, dispatcher })
    } catch (error) {
      throw guardError(error) ?? error
    }
  }
}

/** Loaded with the first call, as it would delay every start and most services call no agent. */
async function createClient(connect: { lookup?: ReturnType<typeof guardedLookup> }) {
  // A bundled CommonJS module that is imported dynamically only has a default export.
  const { Agent, fetch } = (await import('undici')).default
  // Callers have their own, shorter timeouts.
  return { fetch, dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0, connect }) }
}

/** The error of the guard, which fetch wraps because it is thrown while connecting. */
function guardError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof Error ? guardError(error.cause) : undefined
}
