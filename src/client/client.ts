import { actions } from './actions.ts'
import { agents } from './agents.ts'
import { createApi } from './api.ts'
import { type PlatformClientOptions, readOptions } from './client-options.ts'
import { groups } from './groups.ts'
import {
  type ImportOptions,
  type ImportOutcome,
  importMembers,
  type MemberRecords,
} from './members/import-members.ts'
import { createPace } from './pace.ts'
import { settings } from './settings.ts'
import { userOperations } from './user-client.ts'
import { authTokens, users } from './users.ts'

export type { ListActionsOptions } from './actions.ts'
export { PlatformClientError } from './client-error.ts'
export type { PlatformClientOptions } from './client-options.ts'
export type { Clock } from './clock.ts'
export type { ConversationPage, ReadUpTo } from './conversations.ts'
export type { AuthTokenSource } from './credentials.ts'
export type { ChatEvent, ConversationEvent, LiveEvent, StreamEvent } from './event.ts'
export type { StreamOptions } from './event-stream.ts'
export type { EventsOptions } from './live-events.ts'
export type { ImportOptions, ImportOutcome } from './members/import-members.ts'
export type { MessagePage } from './messages.ts'
export type { Cursor, CursorOptions, Cursors, ListOptions } from './pages.ts'
export type * from './platform-types.ts'
export type { ListReactionsOptions, ReactionPage } from './reactions.ts'
export type { CallOptions } from './send.ts'
export { createUserClient, type UserClient } from './user-client.ts'

/** The platform allows 60 a minute. The margin is for calls that are delayed on the way. */
const IMPORTS_A_MINUTE = 55
const MINUTE_MS = 60_000

export type PlatformClient = ReturnType<typeof createPlatformClient>

/**
 * A client for the REST API of a chat platform, hosted or local. Its types are those of the local
 * one; the hosted one may leave fields out, or have others.
 *
 * All operations throw PlatformClientError, or the reason of the given signal.
 *
 * @throws PlatformClientError `invalid-request` if the options are invalid.
 */
export function createPlatformClient(options: PlatformClientOptions) {
  const api = createApi(readOptions(options))
  const { importsAMinute: calls = IMPORTS_A_MINUTE } = options
  const pace = createPace({ calls, everyMs: MINUTE_MS, clock: api.config.clock })

  return {
    /** Yields the outcomes of each batch; see `importMembers`. */
    importMembers: (
      records: MemberRecords,
      importOptions?: ImportOptions,
    ): AsyncGenerator<ImportOutcome[]> => importMembers(records, { ...importOptions, api, pace }),
    ...userOperations(api),
    ...settings(api),
    users: users(api),
    authTokens: authTokens(api),
    groups: groups(api),
    agents: agents(api),
    actions: actions(api),
  }
}
