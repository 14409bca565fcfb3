import { createApi, createCaller } from './api.ts'
import { liveEvents } from './live-events.ts'
import { type ClientOptions, readOptions } from './options.ts'
import { pagesOf } from './pages.ts'

/** The part of the client that the chat of a user needs, for pages that load no more. */
export function createUserClient(url: string, options: ClientOptions) {
  const config = readOptions(url, options)
  const call = createCaller(config)
  return { api: createApi(call), pages: pagesOf(call), ...liveEvents(call, config) }
}
