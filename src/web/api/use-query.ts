import { useCallback, useLayoutEffect, useState } from 'preact/hooks'
import { isOnline } from '../browser/online.ts'
import { isAborted, RequestError, type RequestOptions, request } from './request.ts'

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

/** As many as a reader goes back to. */
const MAX_ANSWERS = 40
/** What was fetched ahead is not asked again when it is opened a moment later. */
const FRESH_MS = 3_000

interface Answers<T> {
  known(path: string): T | undefined
  /** Joins a request for the same path that is under way. */
  load(path: string, signal: AbortSignal): Promise<T>
  /** Begins to load what is likely to be opened next. */
  prefetch(path: string): void
  put(path: string, answer: T): void
  /** An answer that has just come in another way: it is not asked for again at once. */
  begin(path: string, answer: T): void
}

/** Answers of a route that are kept for a while, so that what was shown a moment ago shows at once. */
export function createAnswers<T>(options: RequestOptions = {}): Answers<T> {
  const kept = new Map<string, { answer: T; at: number }>()
  const ahead = new Map<string, Promise<T>>()

  function put(path: string, answer: T) {
    kept.delete(path)
    kept.set(path, { answer, at: performance.now() })
    const [oldest] = kept.keys()
    if (kept.size > MAX_ANSWERS && oldest !== undefined) kept.delete(oldest)
  }

  async function ask(path: string, signal?: AbortSignal) {
    const answer = await request<T>(path, { ...options, signal })
    put(path, answer)
    return answer
  }

  const isFresh = (path: string) => performance.now() - (kept.get(path)?.at ?? -FRESH_MS) < FRESH_MS

  /** Whoever asks within a moment gets this one. */
  function share(path: string, asked: Promise<T>) {
    ahead.set(path, asked)
    const forget = () => ahead.delete(path)
    asked.then(() => setTimeout(forget, FRESH_MS), forget)
  }

  return {
    put,
    begin(path, answer) {
      put(path, answer)
      share(path, Promise.resolve(answer))
    },
    known: (path) => kept.get(path)?.answer,
    load: (path, signal) => ahead.get(path) ?? ask(path, signal),
    prefetch(path) {
      if (path === '' || ahead.has(path) || isFresh(path)) return
      share(path, ask(path))
    },
  }
}

/** The answer at a path: the one that is known at once, and then a new one. */
export function useAnswer<T>(answers: Answers<T>, path: string): QueryResult<T> {
  return useQuery(path, (signal) => answers.load(path, signal), answers.known)
}

let isKept = true

/** What a route of votes over time answers; undefined where the service keeps no history. */
export async function requestHistory<T>(path: string, signal: AbortSignal) {
  if (!isKept) return undefined
  try {
    return await request<T>(path, { signal })
  } catch (error) {
    isKept = !(error instanceof RequestError && error.code === 'not-configured')
    if (isKept) throw error
    return undefined
  }
}
