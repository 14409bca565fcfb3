import type { ClientAddress } from '../access/client-address.ts'
import type { Limiter } from '../access/rate-limit.ts'
import type { AgentDeps } from '../agent/run-agent.ts'
import type { Log } from '../log.ts'
import type { Observe } from '../observed-log.ts'
import type { AgentFetch } from '../platform/delivery/agent-fetch.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Store } from '../source/cache/store.ts'
import type { CallPolicyState } from '../source/call-policy/call-policy.ts'
import type { Catalogue } from '../source/catalogue.ts'
import type { ProductSource, SourceResult } from '../source/source.ts'

/** What the platform we run on gives us. */
export interface Runtime {
  now(): Date
  /**
   * Milliseconds that nobody turns back or forward, unlike `now`, which is for instants that are
   * shown: the difference of two of them is a time that has passed. `performance.now` unless given.
   */
  clock?(): number
  /** Takes one line of the log, line break included. */
  write(line: string): void
  /** One's own launches, where the runtime has read them already. */
  catalogue?: Catalogue
  /** Keeps answers of live sources, where others than this process fill it too. */
  store?: Store<SourceResult>
  /** Keeps a request alive until what it began behind its answer is done. */
  waitUntil?(work: Promise<unknown>): void
  /** Hears every record of the log, whatever its level. */
  observe?: Observe
  tracer?: AgentDeps['tracer']
  /** Aborts when the process goes down and its runs must end. */
  stopping?: AbortSignal
  /** Whether the process is so far behind that it had better take on nothing new. */
  isOverloaded?(): boolean
  /** Product Hunt, where the whole deployment asks it through one guard. */
  sharedProductHunt?: { source: ProductSource; state(): Promise<CallPolicyState> }
  /** Counts callers where others than this process count them too, by a number of its own. */
  limiter?: Limiter
  /** Tells where a request comes from, where no proxy has to be believed for it. */
  clientAddress?: ClientAddress
  /** What the chat platform keeps its things in; without one there is no chat platform. */
  database?: Database
  /** Whether nobody but this machine can reach us. */
  isLoopback?: boolean
  /** How an agent is called past the address guard, where the runtime has a better way. */
  agentFetch?(guard: { allowLocal: boolean }): AgentFetch
  /** How long work may go on behind a response, where there is an end to it. */
  longestBehindMs?: number
  /** Whether one request may not touch what belongs to another, such as its response. */
  isolatesRequests?: boolean
}

/** What there is to pick with. */
export interface Picking extends Runtime {
  clock(): number
  catalogue: Catalogue
  log: Log
}
