import { type RequestOptions, request } from './request.ts'
import { type QueryResult, useQuery } from './use-query.ts'

/** As many as a reader goes back to. */
const MAX_ANSWERS = 40
/** What was fetched ahead is not asked again when it is opened a moment later. */
const FRESH_MS = 3_000

export interface Answers<T> {
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
