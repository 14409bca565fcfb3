import { agentProfiles } from './agents.ts'
import { type Api, createApi } from './api.ts'
import { type PlatformClientOptions, readOptions } from './client-options.ts'
import { conversations } from './conversations.ts'
import { liveEvents } from './live-events.ts'
import { messages } from './messages.ts'
import { reactions } from './reactions.ts'

export type UserClient = ReturnType<typeof createUserClient>

/**
 * The part of the client for front ends: conversations, messages, reactions, live events and the
 * profiles of agents.
 *
 * @throws PlatformClientError `invalid-request` if the options are invalid.
 */
export function createUserClient(options: PlatformClientOptions) {
  const api = createApi(readOptions(options))
  return { ...userOperations(api), agents: agentProfiles(api) }
}

export function userOperations(api: Api) {
  return {
    ...messages(api),
    ...reactions(api),
    ...liveEvents(api),
    conversations: conversations(api),
  }
}
