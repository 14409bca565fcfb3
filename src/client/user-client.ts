import { agentProfiles } from './agent-profiles.ts'
import { chatStreams } from './chat-stream.ts'
import { type PlatformClientOptions, readOptions } from './client-options.ts'
import { conversations } from './conversations.ts'
import { liveEvents } from './live-events.ts'
import { messages } from './messages.ts'
import { reactions } from './reactions.ts'
import { createSend, type Send, type SendConfig } from './send.ts'

export type UserClient = ReturnType<typeof createUserClient>

/**
 * The part of the client for front ends: conversations, messages, reactions, live events and the
 * profiles of agents. It is half the size of the whole client.
 *
 * @throws PlatformClientError `invalid-request` if the options are invalid.
 */
export function createUserClient(options: PlatformClientOptions) {
  const { config } = readOptions(options)
  const send = createSend(config)
  return { ...userOperations(config, send), agents: agentProfiles(send) }
}

export function userOperations(config: SendConfig, send: Send) {
  return {
    ...reactions(send),
    ...messages(send),
    ...chatStreams(config),
    ...liveEvents(config),
    conversations: conversations(send),
  }
}
