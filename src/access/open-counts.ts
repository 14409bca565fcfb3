import type { SharedState } from '../state/shared-state.ts'

/** Counts what is open at once, such as streams. */
interface OpenCounts {
  /** Counts one more for the key until the returned function is called. Undefined at the limit. */
  take(key: string, max: number): Promise<(() => void) | undefined>
}

/** What a process that has died has counted ends after this. */
const HELD_MS = 30_000
const RENEWAL_MS = 10_000

/**
 * Counts in this process, and in all of them together while the state that they share is there. What was
 * begun without it is counted with the next renewal.
 */
export function createOpenCounts(name: string, shared?: SharedState): OpenCounts {
  const open = new Map<string, Set<string>>()
  let renewal: ReturnType<typeof setInterval> | undefined

  const hold = (key: string, ids: Iterable<string>, max = Number.MAX_SAFE_INTEGER) =>
    shared?.hold(`${name}:${key}`, [...ids], { max, forMs: HELD_MS })

  const renew = () => {
    for (const [key, ids] of open) void hold(key, ids)
  }

  const end = (key: string, ids: Set<string>, id: string) => {
    if (!ids.delete(id)) return
    shared?.release(`${name}:${key}`, id)
    if (ids.size > 0) return
    open.delete(key)
    if (open.size > 0) return
    clearInterval(renewal)
    renewal = undefined
  }

  return {
    async take(key, max) {
      const ids = open.get(key) ?? new Set()
      if (ids.size >= max) return undefined
      const id = crypto.randomUUID()
      open.set(key, ids.add(id))
      if (shared) renewal ??= setInterval(renew, RENEWAL_MS)
      const release = () => end(key, ids, id)
      if ((await hold(key, [id], max)) !== false) return release
      release()
      return undefined
    },
  }
}
