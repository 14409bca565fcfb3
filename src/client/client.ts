import { answerStreams } from './answer-stream.ts'
import { createApi, createCaller } from './api.ts'
import { createMemberImport } from './import-members.ts'
import { liveEvents } from './live-events.ts'
import { type ClientOptions, readOptions } from './options.ts'
import { pagesOf } from './pages.ts'

export { ClientError } from './client-error.ts'
export type { ServerClock } from './clock.ts'
export type { Secret } from './credentials.ts'
export type { ChatEvent, ConversationEvent, LiveEvent, StreamEvent } from './event.ts'
export type { StreamOptions } from './event-stream.ts'
export type { ImportOptions, ImportOutcome, MemberRecords } from './import-members.ts'
export type { EventsOptions } from './live-events.ts'
export type { ClientOptions } from './options.ts'
export type { ListingPath } from './pages.ts'
export type * from './types.ts'

export type Client = ReturnType<typeof createClient>

/**
 * A client for the HTTP API of a service: its rankings under `/api`, its chat platform under `/v3`,
 * and that of a hosted chat platform. The types are those of this version's OpenAPI document; the
 * hosted platform may leave fields out, or have others.
 *
 * `api` has every operation, and resolves with the body of its answer. All operations throw
 * ClientError, or the reason of the given signal.
 *
 * @throws ClientError `invalid-request` if the URL or the options are invalid.
 */
export function createClient(url: string, options: ClientOptions = {}) {
  const config = readOptions(url, options)
  const call = createCaller(config)
  return {
    api: createApi(call),
    pages: pagesOf(call),
    ...answerStreams(call, config.maxBytes),
    ...liveEvents(call, config),
    ...createMemberImport(call, config),
  }
}
