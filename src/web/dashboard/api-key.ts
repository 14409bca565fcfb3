import { signal } from '@preact/signals'
import { keep, kept } from '../ui/kept.ts'

const KEPT_AS = 'launchboard-api-key'

/** The chat platform's key, for this tab alone. Without one the dashboard asks for it. */
export const apiKey = signal(kept(sessionStorage, KEPT_AS))

/** Why the key form is shown again. */
export const keyIssue = signal<string | undefined>(undefined)

export function openWith(key: string): void {
  keep(sessionStorage, KEPT_AS, key)
  keyIssue.value = undefined
  apiKey.value = key
}

export function forgetKey(issue?: string): void {
  keep(sessionStorage, KEPT_AS, undefined)
  keyIssue.value = issue
  apiKey.value = undefined
}
