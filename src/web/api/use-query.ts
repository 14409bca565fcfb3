import { useCallback, useEffect, useState } from 'preact/hooks'
import { isOnline } from '../browser/online.ts'
import { isAborted } from './request.ts'

export interface QueryResult<T> {
  /** The last data that was loaded. It stays while other data loads, and if that fails. */
  data: T | undefined
  error: unknown
  isLoading: boolean
  reload: () => void
}

/**
 * Loads data, and loads it again when the key changes or the browser is back online. A superseded
 * request is aborted, so responses never arrive out of order.
 */
export function useQuery<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
): QueryResult<T> {
  const [state, setState] = useState<Omit<QueryResult<T>, 'reload'>>(LOADING)
  const [attempt, setAttempt] = useState(0)
  const online = isOnline.value

  // `load` is not a dependency: `key` identifies everything that it depends on.
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
