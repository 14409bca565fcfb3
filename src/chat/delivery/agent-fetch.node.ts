import { AppError } from '../../core/error.ts'
import type { AgentFetch } from './agent-fetch.ts'
import { checkDeploymentUrl } from './guard/check-deployment-url.ts'
import { guardedLookup, type Resolve } from './guard/guarded-lookup.node.ts'

interface Guarded {
  /** Whether agents on this machine or in its network may be called. */
  allowLocal: boolean
  /** How names are resolved, where it is not the system that does. */
  resolve?: Resolve
}

/** Checks the literal address, and every address that the name in it resolves to. */
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
      throw refusalWithin(error) ?? error
    }
  }
}

/** Loaded with the first call: every start would wait for it, and most call no agent. */
async function createClient(connect: { lookup?: ReturnType<typeof guardedLookup> }) {
  // The default is all that a bundled CommonJS module gives to those who load it late.
  const { Agent, fetch } = (await import('undici')).default
  // The run has limits of its own, and they come first.
  return { fetch, dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0, connect }) }
}

/** The guard speaks from within a connection, so its refusal comes wrapped. */
function refusalWithin(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof Error ? refusalWithin(error.cause) : undefined
}
