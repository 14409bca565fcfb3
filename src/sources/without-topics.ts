import { AppError } from '../core/error.ts'

interface TopicRequest {
  topic?: string | undefined
}

/** The methods of a source or a search, which reject a topic before the upstream is asked for it. */
export function withoutTopics<Source extends object>(source: Source, upstream: string): Source {
  const guarded = Object.entries(source).map(([name, value]) => [
    name,
    typeof value !== 'function'
      ? value
      : async (request: TopicRequest) => {
          rejectTopic(request.topic, upstream)
          return value(request)
        },
  ])
  return { ...source, ...Object.fromEntries(guarded) }
}

function rejectTopic(topic: string | undefined, upstream: string) {
  if (topic === undefined) return
  const message = `topic: cannot be used, because ${upstream} does not filter by topic. Leave it out.`
  throw new AppError('invalid-request', message)
}
