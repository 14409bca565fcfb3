import { signal } from '@preact/signals'
import { readStorage, writeStorage } from '../browser/storage.ts'

const STORAGE_KEY = 'launchboard-api-key'

/** The API key of the chat platform, stored for this tab only. */
export const apiKey = signal(readStorage('session', STORAGE_KEY))

/** Why the form for the key is shown again. */
export const keyIssue = signal<string | undefined>(undefined)

export function setKey(key: string): void {
  writeStorage('session', STORAGE_KEY, key)
  keyIssue.value = undefined
  apiKey.value = key
}

export function forgetKey(issue?: string): void {
  writeStorage('session', STORAGE_KEY, undefined)
  keyIssue.value = issue
  apiKey.value = undefined
}
