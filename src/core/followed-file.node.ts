import { stat } from 'node:fs/promises'
import { errorMessage } from './error.ts'

const POLL_MS = 2_000

export interface Polling {
  /** The pause between two checks of the file. */
  pollMs?: number | undefined
  /** Ends the checks. */
  signal?: AbortSignal | undefined
}

interface FollowedFile<T> extends Polling {
  path: string
  read(): Promise<T>
  /** Called when a check finds that the current value is that of the file. */
  onUnchanged?(): void
  /** Takes each value before it becomes the current one. */
  use?(value: T): Promise<void>
  /** Called once for repeated failures with the same reason. */
  onFailure(reason: string): void
}

/**
 * Reads a file, and again after each change. When that fails, the previous value stays. The file is
 * polled, because network file systems and containers send no events.
 *
 * @returns the current value
 * @throws the failure of the first reading
 */
export async function followFile<T>(options: FollowedFile<T>): Promise<() => T> {
  const { path, pollMs = POLL_MS, signal, read, onUnchanged, use, onFailure } = options
  let seen = await stateOf(path)
  let last = seen
  let lastFailure = ''
  let current = await read()
  await use?.(current)

  const check = async () => {
    const state = await stateOf(path)
    // A file that is still being written is not read until it stops changing.
    const isStable = state === last
    last = state
    if (state === seen && lastFailure === '') onUnchanged?.()
    if (!isStable || state === seen) return
    // An invalid file is read once; a valid one is read again until its value is in use.
    seen = state
    const value = await read()
    seen = ''
    // If it changed during the read, the value may be half old and half new.
    if ((await stateOf(path)) !== state) return
    await use?.(value)
    current = value
    seen = state
    lastFailure = ''
  }
  const fail = (error: unknown) => {
    const reason = errorMessage(error)
    if (reason !== lastFailure) onFailure(reason)
    lastFailure = reason
  }
  const poll = () => {
    if (signal?.aborted) return
    setTimeout(() => check().catch(fail).finally(poll), pollMs).unref()
  }
  poll()
  return () => current
}

/** Replacing a file, in place or by a rename, changes one of these. */
async function stateOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch (cause) {
    throw new Error(`${path}: cannot be read (${errorMessage(cause)})`, { cause })
  }
}
