import { actions } from './client/actions.ts'
import { agentProfiles } from './client/agent-profiles.ts'
import { agents } from './client/agents.ts'
import { type PlatformClientOptions, readOptions } from './client/client-options.ts'
import { groups } from './client/groups.ts'
import { importMembers } from './client/import-members.ts'
import type { ImportOptions, ImportOutcome } from './client/import-outcome.ts'
import type { MemberRecord } from './client/member-record.ts'
import { createPace } from './client/pace.ts'
import { createSend } from './client/send.ts'
import { settings } from './client/settings.ts'
import { userOperations } from './client/user-client.ts'
import { authTokens, users } from './client/users.ts'

export type { Action, ActionChange, ListActionsOptions, NewAction } from './client/actions.ts'
export type { AgentProfile } from './client/agent-profiles.ts'
export type {
  Agent,
  AgentChange,
  AgentMetaData,
  Integration,
  IntegrationMeta,
  NewAgent,
  Trial,
  TrialRequest,
} from './client/agents.ts'
export type { StreamOptions } from './client/chat-stream.ts'
export { PlatformClientError } from './client/client-error.ts'
export type { PlatformClientOptions } from './client/client-options.ts'
export type { Clock } from './client/clock.ts'
export type {
  Conversation,
  ConversationPage,
  ConversationRead,
  ReadUpTo,
} from './client/conversations.ts'
export type { AuthTokenSource } from './client/credentials.ts'
export type { ChatEvent, ConversationEvent, LiveEvent, StreamEvent } from './client/event.ts'
export type {
  AddedMember,
  AddedMembers,
  Group,
  GroupMember,
  NewGroupMembers,
} from './client/groups.ts'
export type { ImportedMember, ImportOptions, ImportOutcome } from './client/import-outcome.ts'
export type { EventsOptions } from './client/live-events.ts'
export type { GroupDetails, MemberRecord, UserDetails } from './client/member-record.ts'
export type {
  Message,
  MessageData,
  MessageEdit,
  MessagePage,
  NewMessage,
  ToolOutcome,
} from './client/messages.ts'
export type { CallOptions } from './client/options.ts'
export type { Cursor, CursorOptions, Cursors, ListOptions } from './client/pages.ts'
export type { ListReactionsOptions, Reaction, ReactionPage } from './client/reactions.ts'
export type { Preview, PreviewRequest } from './client/settings.ts'
export type { Settings, SettingsChange } from './client/settings-shape.ts'
export { createUserClient, type UserClient } from './client/user-client.ts'
export type { AuthToken, NewAuthToken, User } from './client/users.ts'

const MINUTE_MS = 60_000

export type PlatformClient = ReturnType<typeof createPlatformClient>

/**
 * A chat platform's REST operations, on the hosted one and on our own alike. What goes out is
 * checked strictly; of what comes back no more is asked than that it can be used.
 *
 * Every operation throws PlatformClientError, or the reason of the signal it was given.
 *
 * @throws PlatformClientError `invalid-request` when the options are wrong.
 */
export function createPlatformClient(options: PlatformClientOptions) {
  const { config, importsAMinute } = readOptions(options)
  const { clock, credentials } = config
  const send = createSend(config)
  const pace = createPace({ calls: importsAMinute, everyMs: MINUTE_MS, clock })

  return {
    /** The batches' outcomes, one list each; see `importMembers`. */
    importMembers: (
      records: Iterable<MemberRecord> | AsyncIterable<MemberRecord>,
      importOptions?: ImportOptions,
    ): AsyncGenerator<ImportOutcome[]> =>
      importMembers(records, { send, pace, clock, mask: credentials.mask }, importOptions),
    ...userOperations(config, send),
    ...settings(send),
    users: users(send),
    authTokens: authTokens(send),
    groups: groups(send, credentials),
    agents: { ...agents(send), ...agentProfiles(send) },
    actions: actions(send),
  }
}
