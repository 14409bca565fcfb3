import { actions } from './actions.ts'
import { agentProfiles } from './agent-profiles.ts'
import { agents } from './agents.ts'
import { type PlatformClientOptions, readOptions } from './client-options.ts'
import { groups } from './groups.ts'
import type { ImportOptions, ImportOutcome } from './members/import-batch.ts'
import { importMembers } from './members/import-members.ts'
import { createPace } from './pace.ts'
import type { MemberRecord } from './platform-types.ts'
import { createSend } from './send.ts'
import { settings } from './settings.ts'
import { userOperations } from './user-client.ts'
import { authTokens, users } from './users.ts'

export type { ListActionsOptions, NewAction } from './actions.ts'
export type { AgentChange, TrialRequest } from './agents.ts'
export type { StreamOptions } from './chat-stream.ts'
export { PlatformClientError } from './client-error.ts'
export type { PlatformClientOptions } from './client-options.ts'
export type { Clock } from './clock.ts'
export type { ConversationPage, ReadUpTo } from './conversations.ts'
export type { AuthTokenSource } from './credentials.ts'
export type { ChatEvent, ConversationEvent, LiveEvent, StreamEvent } from './event.ts'
export type { AddedMembers } from './groups.ts'
export type { EventsOptions } from './live-events.ts'
export type { ImportOptions, ImportOutcome } from './members/import-batch.ts'
export type { MessagePage } from './messages.ts'
export type { CallOptions } from './options.ts'
export type { Cursor, CursorOptions, Cursors, ListOptions } from './pages.ts'
export type {
  Action,
  ActionChange,
  AddedMember,
  Agent,
  AgentMetaData,
  AgentProfile,
  AuthToken,
  Conversation,
  ConversationRead,
  Group,
  GroupDetails,
  GroupMember,
  ImportedMember,
  Integration,
  IntegrationMeta,
  MemberRecord,
  Message,
  MessageData,
  MessageEdit,
  NewAgent,
  NewAuthToken,
  NewGroupMembers,
  NewMessage,
  Preview,
  Reaction,
  Stats,
  ToolOutcome,
  Trial,
  User,
  UserDetails,
} from './platform-types.ts'
export type { ListReactionsOptions, ReactionPage } from './reactions.ts'
export type { PreviewRequest } from './settings.ts'
export type { Settings, SettingsChange } from './settings-shape.ts'
export { createUserClient, type UserClient } from './user-client.ts'

const MINUTE_MS = 60_000

export type PlatformClient = ReturnType<typeof createPlatformClient>

/**
 * A client for the REST API of a chat platform, hosted or local. Input is validated strictly; of
 * responses, only what is needed is checked.
 *
 * All operations throw PlatformClientError, or the reason of the given signal.
 *
 * @throws PlatformClientError `invalid-request` if the options are invalid.
 */
export function createPlatformClient(options: PlatformClientOptions) {
  const { config, importsAMinute } = readOptions(options)
  const { clock, credentials } = config
  const send = createSend(config)
  const pace = createPace({ calls: importsAMinute, everyMs: MINUTE_MS, clock })

  return {
    /** Yields the outcomes of each batch; see `importMembers`. */
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
