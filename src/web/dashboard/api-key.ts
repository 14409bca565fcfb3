import { signal } from '@preact/signals'
import { readStorage, writeStorage } from '../browser/storage.ts'

const STORAGE_KEY = 'launchboard-api-key'

/** The API key of the chat platform: for this tab, or on this device where that was asked for. */
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
