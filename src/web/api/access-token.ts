import { signal } from '@preact/signals'
import { readStorage, writeStorage } from '../browser/storage.ts'

const STORAGE_KEY = 'launchboard-token'

/** The token that a protected service requires. `/docs` reads it from the same storage key. */
const token = signal(readStorage(sessionStorage, STORAGE_KEY))

/** `required` and `expired` show the form for a token; `expired` is a token that used to work. */
export const access = signal<'open' | 'required' | 'expired'>('open')

export function credentials(value = token.value): Record<string, string> {
  return value ? { authorization: `Bearer ${value}` } : {}
}

/** The token is stored for this tab only. */
export function setAccessToken(value: string): void {
  token.value = value
  writeStorage(sessionStorage, STORAGE_KEY, value)
  access.value = 'open'
}

/** Call when the service answered 401 to a request with these credentials. */
export function onUnauthorized(sent: Record<string, string>): void {
  const wasSent = sent.authorization !== undefined
  // The answer to an older token says nothing about the current one.
  if (wasSent && sent.authorization !== credentials().authorization) return
  token.value = undefined
  writeStorage(sessionStorage, STORAGE_KEY, undefined)
  access.value = wasSent ? 'expired' : 'required'
}
