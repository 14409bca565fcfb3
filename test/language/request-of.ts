import modelData from '../../data/language/model.json' with { type: 'json' }
import type { Request } from '../../src/language/dialogue/request.ts'
import { understand } from '../../src/language/dialogue/understand.ts'
import { createModel } from '../../src/language/intent/model.ts'
import { DEFAULT_TIMEZONE, NOW } from './converse.ts'

const model = createModel(modelData)

/** The requests of the last message in a conversation, with their timeframes as text. */
export function requestsOf(...messages: string[]) {
  return requestsAt(NOW, ...messages)
}

export function requestsAt(now: Date, ...messages: string[]) {
  return understand(messages, { now, defaultTimezone: DEFAULT_TIMEZONE }, model).map(plain)
}

/** The first request of a message that is read at the given time. */
export function requestOfAt(now: Date, message: string) {
  const [request] = requestsAt(now, message)
  return request ?? { timeframe: undefined }
}

/** The request of the last message. Throws if there is not exactly one. */
export function requestOf(...messages: string[]) {
  const [request, ...more] = requestsOf(...messages)
  if (!request || more.length > 0) throw new Error(`not one request: ${messages.join(' >> ')}`)
  return request
}

function plain(request: Request) {
  const { kind } = request
  const count = 'count' in request ? request.count : undefined
  const zone = 'zone' in request ? request.zone : undefined
  const words = 'words' in request ? request.words : undefined
  const timeframe = 'time' in request ? request.time?.text : undefined
  const topic = 'topic' in request ? request.topic : undefined
  return { kind, count, zone, words, timeframe, topic }
}
