import { AppError } from '../../core/error.ts'
import type { AgentFetch } from './agent-fetch.ts'
import { checkDeploymentUrl } from './guard/check-deployment-url.ts'
import { guardedLookup, type Resolve } from './guard/guarded-lookup.node.ts'

interface Guarded {
  /** Whether agents on this machine or in its network may be called. */
  allowLocal: boolean
  /** Replaces the resolver of the system. */
  resolve?: Resolve
}

/** Checks the URL, and every address that its host name resolves to. */
export function nodeAgentFetch({ allowLocal, resolve }: Guarded): AgentFetch {
  const connect = allowLocal ? {} : { lookup: guardedLookup(resolve) }
  let client: ReturnType<typeof createClient> | undefined

  return async (url, request) => {
    const checked = checkDeploymentUrl(url, { allowLocal })
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
  // A run has its own, shorter timeouts.
  return { fetch, dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0, connect }) }
}

/** The error of the guard, which fetch wraps because it is thrown while connecting. */
function guardError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof Error ? guardError(error.cause) : undefined
}
