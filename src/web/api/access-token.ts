import { computed, signal } from '@preact/signals'
import { readStorage, writeStorage } from '../browser/storage.ts'

const STORAGE_KEY = 'launchboard-token'

/** The token that was entered since the page was opened, or an empty one after it was refused. */
const entered = signal<string>()
/** The token that a protected service requires. An embedded board, which needs none, reads no storage. */
const token = computed(() => entered.value ?? readStorage('session', STORAGE_KEY))

/** `required` and `expired` show the form for a token; `expired` is a token that used to work. */
export const access = signal<'open' | 'required' | 'expired'>('open')

export function credentials(value = token.value): Record<string, string> {
  return value ? { authorization: `Bearer ${value}` } : {}
}

/** The token is stored for this tab only. */
export function setAccessToken(value: string): void {
  entered.value = value
  writeStorage('session', STORAGE_KEY, value)
  access.value = 'open'
}

/** Call when the service answered 401 to a request with these credentials. */
export function onUnauthorized(sent: Record<string, string>): void {
  const wasSent = sent.authorization !== undefined
  // The answer to an older token says nothing about the current one.
  if (wasSent && sent.authorization !== credentials().authorization) return
  entered.value = ''
  writeStorage('session', STORAGE_KEY, undefined)
  access.value = wasSent ? 'expired' : 'required'
}
