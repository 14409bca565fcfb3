import { Agent, fetch } from 'undici'
import { AppError } from '../../error.ts'
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
  const dispatcher = new Agent({
    // The run has limits of its own, and they come first.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: allowLocal ? {} : { lookup: guardedLookup(resolve) },
  })

  return async (url, request) => {
    const checked = checkDeploymentUrl(url, { allowLocal })
    try {
      return await fetch(checked, { ...request, dispatcher })
    } catch (error) {
      throw refusalWithin(error) ?? error
    }
  }
}

/** The guard speaks from within a connection, so its refusal comes wrapped. */
function refusalWithin(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  return error instanceof Error ? refusalWithin(error.cause) : undefined
}
