import { signal } from '@preact/signals'
import { keep, kept } from '../ui/kept.ts'

const KEPT_AS = 'launchboard-token'

/** What callers of a guarded service have to send; `/docs` finds it in the same place. */
const token = signal(kept(sessionStorage, KEPT_AS))

/** What the gate before each place goes by; `expired` is a token that was accepted before. */
export const access = signal<'open' | 'wanted' | 'expired'>('open')

export function credentials(value = token.value): Record<string, string> {
  return value ? { authorization: `Bearer ${value}` } : {}
}

/** For this tab alone. */
export function setAccessToken(value: string): void {
  token.value = value
  keep(sessionStorage, KEPT_AS, value)
  access.value = 'open'
}

/** The service answered 401 to a request that carried these credentials. */
export function onUnauthorized(sent: Record<string, string>): void {
  const wasSent = sent.authorization !== undefined
  // A newer token is under way already: what an older one was told means nothing any more.
  if (wasSent && sent.authorization !== credentials().authorization) return
  token.value = undefined
  keep(sessionStorage, KEPT_AS, undefined)
  access.value = wasSent ? 'expired' : 'wanted'
}
