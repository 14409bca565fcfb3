import { isRecord } from '../is-record.ts'
import { actions } from './client/actions.ts'
import { agents } from './client/agents.ts'
import { chatStreams } from './client/chat-stream.ts'
import type { PlatformClientError } from './client/client-error.ts'
import { type Clock, systemClock } from './client/clock.ts'
import { conversations } from './client/conversations.ts'
import {
  type AuthTokenSource,
  apiKeyCredentials,
  authTokenCredentials,
  KEY_FORM,
} from './client/credentials.ts'
import { groups } from './client/groups.ts'
import { importMembers } from './client/import-members.ts'
import type { ImportOptions, ImportOutcome } from './client/import-outcome.ts'
import { liveEvents } from './client/live-events.ts'
import type { MemberRecord } from './client/member-record.ts'
import { messages } from './client/messages.ts'
import { checked } from './client/options.ts'
import { createPace } from './client/pace.ts'
import { reactions } from './client/reactions.ts'
import { integer, optional, refined, type Schema, strict, text, valid } from './client/schema.ts'
import { createSend, type SendConfig } from './client/send.ts'
import { settings } from './client/settings.ts'
import { authTokens, users } from './client/users.ts'

export type { Action, ActionChange, ListActionsOptions, NewAction } from './client/actions.ts'
export type {
  Agent,
  AgentChange,
  AgentMetaData,
  AgentProfile,
  Integration,
  IntegrationMeta,
  NewAgent,
  Trial,
  TrialRequest,
} from './client/agents.ts'
export type { StreamOptions } from './client/chat-stream.ts'
export { PlatformClientError } from './client/client-error.ts'
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
export type { AuthToken, NewAuthToken, User } from './client/users.ts'

/** The platform lets in 60 a minute; the rest is for calls that took their time to arrive. */
const IMPORTS_A_MINUTE = 55
const MINUTE_MS = 60_000

const MAX_BYTES = 8 * 1024 * 1024

interface Limits {
  /** Of one call. Of a stream it is the time until it begins. */
  timeoutMs?: number | undefined
  /** Of an answer, and of one event. */
  maxBytes?: number | undefined
  /** How often a call is made again at most. */
  retries?: number | undefined
  /** How often members are imported, on all calls of this client together. */
  importsAMinute?: number | undefined
}

interface Place extends Limits {
  /**
   * What the operations' paths are put after: the hosted platform's address carries the app id and
   * the region, the local one is `http://127.0.0.1:8787`.
   */
  baseUrl: string
}

interface Caller {
  /** Of a server, which makes calls in the name of anyone. Never for a browser. */
  apiKey?: string | undefined
  /** Of a user, for a front end. A function is asked again once after a 401. */
  authToken?: AuthTokenSource | undefined
}

const form = (pattern: RegExp, message: string) =>
  valid<string>((value) => pattern.test(String(value)), message)

const BaseUrl = refined(
  text,
  valid<string>(
    (value) => /^https?:/.test(String(value)) && URL.canParse(String(value)),
    'must be an http or https address',
  ),
  form(/^https?:\/\/[^@?#]+$/, 'must be an address and no more'),
)
const Key = refined(
  valid<string>((value) => typeof value === 'string', 'must be a string', 'is missing'),
  form(KEY_FORM, 'must be a key, without blanks'),
)
const Token: Schema<AuthTokenSource> = (value, field, issues) =>
  typeof value === 'function' ? value : Key(value, field, issues)

const Fields = strict<Place & Caller>({
  baseUrl: BaseUrl,
  apiKey: optional(Key),
  authToken: optional(Token),
  timeoutMs: optional(integer(1)),
  maxBytes: optional(integer(1)),
  retries: optional(integer(0)),
  importsAMinute: optional(integer(1)),
})

const Options: Schema<Place & Caller> = (value, field, issues) => {
  const { apiKey, authToken } = isRecord(value) ? value : {}
  if (apiKey === undefined && authToken === undefined) {
    issues.push({ field: 'apiKey', message: 'is missing, and so is an authToken' })
  } else if (apiKey !== undefined && authToken !== undefined) {
    issues.push({ field: 'authToken', message: 'must not be given with an apiKey' })
  }
  return Fields(value, field, issues)
}

/** Who calls, where, and within which limits: one of `apiKey` and `authToken` is given. */
export interface PlatformClientOptions extends Place, Caller {
  fetch?: typeof globalThis.fetch
  clock?: Clock
  random?: () => number
  /** Is called after each failure after which a call is made again, with when. */
  onRetry?: (error: PlatformClientError, waitMs: number) => void
}

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
  const {
    fetch = globalThis.fetch,
    clock = systemClock,
    random = Math.random,
    onRetry = () => {},
    ...rest
  } = options
  const { baseUrl, apiKey, authToken, ...limits } = checked(Options, rest)
  const { timeoutMs = 30_000, maxBytes = MAX_BYTES, retries = 5 } = limits
  const credentials = credentialsOf({ apiKey, authToken })
  const config: SendConfig = {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    credentials,
    fetch,
    clock,
    random,
    onRetry,
    timeoutMs,
    maxBytes,
    retries,
  }
  const send = createSend(config)
  const { importsAMinute: calls = IMPORTS_A_MINUTE } = limits
  const pace = createPace({ calls, everyMs: MINUTE_MS, clock })

  return {
    /** The batches' outcomes, one list each; see `importMembers`. */
    importMembers: (
      records: Iterable<MemberRecord> | AsyncIterable<MemberRecord>,
      importOptions?: ImportOptions,
    ): AsyncGenerator<ImportOutcome[]> =>
      importMembers(records, { send, pace, clock, mask: credentials.mask }, importOptions),
    ...reactions(send),
    ...messages(send),
    ...chatStreams(config),
    ...liveEvents(config),
    ...settings(send),
    users: users(send),
    authTokens: authTokens(send),
    groups: groups(send, credentials),
    conversations: conversations(send),
    agents: agents(send),
    actions: actions(send),
  }
}

function credentialsOf({ apiKey = '', authToken }: Caller) {
  return authToken === undefined ? apiKeyCredentials(apiKey) : authTokenCredentials(authToken)
}
