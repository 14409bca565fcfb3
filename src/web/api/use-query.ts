import { useCallback, useLayoutEffect, useState } from 'preact/hooks'
import { isOnline } from '../browser/online.ts'
import { isAborted } from './request.ts'

export interface QueryResult<T> {
  /** The last data that was loaded. It stays while other data loads, and if that fails. */
  data: T | undefined
  /** Whether the data is that of the present key. */
  isCurrent: boolean
  error: unknown
  reload: () => void
}

interface State<T> {
  loaded?: { key: string; data: T } | undefined
  error?: unknown
}

/**
 * Loads data, and loads it again when the key changes or the browser is back online. What is known of
 * a key is shown meanwhile. A superseded request is aborted, so responses never arrive out of order.
 * With an empty key nothing is loaded.
 */
export function useQuery<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  known?: (key: string) => T | undefined,
): QueryResult<T> {
  const [{ loaded, error }, setState] = useState<State<T>>({})
  const [attempt, setAttempt] = useState(0)
  const online = isOnline.value

  // Before the paint, which can wait. `load` is not a dependency: `key` identifies all that it depends on.
  useLayoutEffect(() => {
    if (key === '') return
    const controller = new AbortController()
    const { signal } = controller
    setState((state) => (state.error === undefined ? state : { loaded: state.loaded }))
    load(signal).then(
      (data) => signal.aborted || setState({ loaded: { key, data } }),
      (error: unknown) => {
        if (!signal.aborted && !isAborted(error)) setState(({ loaded }) => ({ loaded, error }))
      },
    )
    return () => controller.abort()
  }, [key, attempt, online])

  const isLoaded = loaded?.key === key
  const earlier = isLoaded || key === '' ? undefined : known?.(key)
  return {
    data: earlier ?? loaded?.data,
    isCurrent: isLoaded || earlier !== undefined,
    error,
    reload: useCallback(() => setAttempt((count) => count + 1), []),
  }
}
