import * as z from 'zod'
import { actions } from './client/actions.ts'
import { agents } from './client/agents.ts'
import { createAsk } from './client/ask.ts'
import type { PlatformClientError } from './client/client-error.ts'
import { type Clock, systemClock } from './client/clock.ts'
import { importMembers } from './client/import-members.ts'
import type { ImportOptions, ImportOutcome } from './client/import-outcome.ts'
import type { MemberRecord } from './client/member-record.ts'
import { messages } from './client/messages.ts'
import { checked } from './client/options.ts'
import { createPace } from './client/pace.ts'
import { reactions } from './client/reactions.ts'
import { settings } from './client/settings.ts'

export type {
  Action,
  ActionChange,
  ListActionsOptions,
  NewAction,
} from './client/actions.ts'
export type { Agent, AgentChange, NewAgent, TrialRequest } from './client/agents.ts'
export { PlatformClientError } from './client/client-error.ts'
export type { Clock } from './client/clock.ts'
export type { ImportedMember, ImportOptions, ImportOutcome } from './client/import-outcome.ts'
export type { MemberRecord } from './client/member-record.ts'
export type { Message, NewMessage } from './client/messages.ts'
export type { CallOptions } from './client/options.ts'
export type {
  Cursor,
  ListReactionsOptions,
  Reaction,
  ReactionPage,
} from './client/reactions.ts'
export type { Settings, SettingsChange } from './client/settings-shape.ts'

/** The platform lets in 60 a minute; the rest is for calls that took their time to arrive. */
const IMPORTS_A_MINUTE = 55
const MINUTE_MS = 60_000

const Options = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((address) => /^https?:\/\/[^@?#]+$/.test(address), 'must be an address and no more')
    .transform((address) => address.replace(/\/+$/, '')),
  apiKey: z.string('is missing').regex(/^[\w.~+/=:-]+$/, 'must be a key, without blanks'),
  timeoutMs: z.int().min(1).default(30_000),
  maxBytes: z
    .int()
    .min(1)
    .default(8 * 1024 * 1024),
  retries: z.int().min(0).default(5),
  importsAMinute: z.int().min(1).default(IMPORTS_A_MINUTE),
})

/**
 * `baseUrl` is what the operations' paths are put after: the hosted platform's address carries the
 * app id and the region, the local one is `http://127.0.0.1:8787`. `timeoutMs` and `maxBytes` are
 * the limits of one call and its answer, `retries` how often it is made again at most, and
 * `importsAMinute` how often members are imported, on all calls of this client together.
 */
export interface PlatformClientOptions extends z.input<typeof Options> {
  fetch?: typeof globalThis.fetch
  clock?: Clock
  random?: () => number
  /** Hears of each failure after which a call is made again, and when. */
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
  const { importsAMinute, ...line } = checked(Options, rest)
  const ask = createAsk({ ...line, fetch, clock, random, onRetry })
  const pace = createPace({ calls: importsAMinute, everyMs: MINUTE_MS, clock })

  return {
    /** The batches' outcomes, one list each; see `importMembers`. */
    importMembers: (
      records: Iterable<MemberRecord> | AsyncIterable<MemberRecord>,
      importOptions?: ImportOptions,
    ): AsyncGenerator<ImportOutcome[]> =>
      importMembers(records, { ask, pace, clock, apiKey: line.apiKey }, importOptions),
    ...reactions(ask),
    ...messages(ask),
    ...settings(ask),
    agents: agents(ask),
    actions: actions(ask),
  }
}
