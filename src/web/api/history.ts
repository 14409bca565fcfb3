import { request } from './request.ts'
import { RequestError } from './request-error.ts'

let isKept = true

/** What a route of votes over time answers; undefined where the service keeps no history. */
export async function requestHistory<T>(path: string, signal: AbortSignal) {
  if (!isKept) return undefined
  try {
    return await request<T>(path, { signal })
  } catch (error) {
    isKept = !(error instanceof RequestError && error.code === 'not-configured')
    if (isKept) throw error
    return undefined
  }
}
