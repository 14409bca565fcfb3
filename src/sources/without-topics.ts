import { AppError } from '../core/error.ts'
import type { ProductSource, SearchIndex } from './source.ts'

/** Rejects topics before the call policy, so that they do not count as failures of the upstream. */
export function rankingWithoutTopics(source: ProductSource, upstream: string): ProductSource {
  return {
    ...source,
    async top(request) {
      rejectTopic(request.topic, upstream)
      return source.top(request)
    },
    async launches(request) {
      rejectTopic(request.topic, upstream)
      return source.launches(request)
    },
  }
}

/** The same for a search. */
export function searchWithoutTopics(index: SearchIndex, upstream: string): SearchIndex {
  return {
    ...index,
    async search(request) {
      rejectTopic(request.topic, upstream)
      return index.search(request)
    },
  }
}

function rejectTopic(topic: string | undefined, upstream: string) {
  if (topic === undefined) return
  const message = `topic: cannot be used, because ${upstream} does not filter by topic. Leave it out.`
  throw new AppError('invalid-request', message)
}
