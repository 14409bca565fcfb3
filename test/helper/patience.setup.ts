import { vi } from 'vitest'

/** On a busy machine what is awaited comes late; what never comes still fails. */
const TIMEOUT_MS = 15_000

const { waitFor, waitUntil } = vi
type Check<Wait extends (...given: never[]) => unknown> = Parameters<Wait>[0]
type Options = Parameters<typeof waitFor>[1]

const patient = (options: Options = {}) =>
  typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options }

Object.assign(vi, {
  waitFor: (check: Check<typeof waitFor>, options?: Options) => waitFor(check, patient(options)),
  waitUntil: (check: Check<typeof waitUntil>, options?: Options) =>
    waitUntil(check, patient(options)),
})
