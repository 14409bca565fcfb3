import { useCallback, useEffect, useState } from 'preact/hooks'
import { isOnline } from '../shell/online.ts'
import { isAborted } from './request.ts'

export interface Loaded<T> {
  /** The last answer there was: it stays while another is loaded, and when that fails. */
  data: T | undefined
  error: unknown
  isLoading: boolean
  reload: () => void
}

/**
 * Loads what belongs to a key, and again when the key changes or the network is back. A request
 * whose answer nobody waits for any more is cancelled, so that answers never come out of order.
 */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>(LOADING)
  const [attempt, setAttempt] = useState(0)
  const online = isOnline.value

  // `key` stands for all that `load` reads.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setState(({ data }) => ({ data, error: undefined, isLoading: true }))
    load(signal).then(
      (data) => signal.aborted || setState({ data, error: undefined, isLoading: false }),
      (error: unknown) => {
        if (signal.aborted || isAborted(error)) return
        setState(({ data }) => ({ data, error, isLoading: false }))
      },
    )
    return () => controller.abort()
  }, [key, attempt, online])

  return { ...state, reload: useCallback(() => setAttempt((count) => count + 1), []) }
}

const LOADING = { data: undefined, error: undefined, isLoading: true }
