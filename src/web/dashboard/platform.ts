import { signal } from '@preact/signals'
import { RequestError, type RequestOptions, request } from '../api/request.ts'
import { readStorage, writeStorage } from '../browser/storage.ts'

// The chat platform of this service, called with an API key: for this tab, or on this device where that
// was asked for.

const STORAGE_KEY = 'launchboard-api-key'
/** As many as a dashboard shows of a list. */
const MAX_LISTED = 1000

export const apiKey = signal(
  readStorage('session', STORAGE_KEY) ?? readStorage('local', STORAGE_KEY),
)

/** Why the form for the key is shown again. */
export const keyIssue = signal<string | undefined>(undefined)

export function setKey(key: string, isKept: boolean): void {
  writeStorage(isKept ? 'local' : 'session', STORAGE_KEY, key)
  keyIssue.value = undefined
  apiKey.value = key
}

export function forgetKey(issue?: string): void {
  writeStorage('session', STORAGE_KEY, undefined)
  writeStorage('local', STORAGE_KEY, undefined)
  keyIssue.value = issue
  apiKey.value = undefined
}

interface PlatformCall extends Omit<RequestOptions, 'keys'> {
  /** By default the key of the dashboard. */
  key?: string
  /** The user for whom it is called. */
  onBehalfOf?: string
}

/**
 * The whole answer of an operation. Errors are `RequestError`s with the platform's `code` and its
 * `details` by field. If the key is no longer accepted, the form for it is shown again.
 */
export async function callPlatform<T>(path: string, call: PlatformCall = {}): Promise<T> {
  const { key = apiKey.value ?? '', onBehalfOf, ...options } = call
  const keys = { apikey: key, ...(onBehalfOf !== undefined && { onBehalfOf }) }
  try {
    return await request<T>(path, { ...options, keys })
  } catch (error) {
    const isRefused = error instanceof RequestError && error.status === 401
    if (isRefused && key === apiKey.value) forgetKey('This key is no longer accepted.')
    throw error
  }
}

/** Whether an operation failed for this reason. */
export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof RequestError && error.code === code
}

/** `data` of the answer of an operation. */
export async function dataOf<T>(path: string, call?: PlatformCall): Promise<T> {
  return (await callPlatform<{ data: T }>(path, call)).data
}

/** The first page of one of the platform's numbered lists. */
export interface Listing<Item> {
  data: Item[]
  meta: { pagination: { total: number } }
}

export function listing<Item>(path: string, signal: AbortSignal): Promise<Listing<Item>> {
  return callPlatform(`${path}?perPage=${MAX_LISTED}`, { signal })
}

/** The path of what has an id in a list. */
export function pathOf(list: string, id: string): string {
  return `${list}/${encodeURIComponent(id)}`
}
