import type { ClientAddress } from '../access/client-address.ts'
import type { Limiter } from '../access/rate-limit.ts'
import type { AgentDeps } from '../agent/run-agent.ts'
import type { AgentFetch } from '../chat/delivery/agent-fetch.ts'
import type { Log, Observe } from '../core/log.ts'
import type { SharedAnswers } from '../sources/cache/source-cache.ts'
import type { CallPolicyState } from '../sources/call-policy/call-policy.ts'
import type { Catalogue } from '../sources/catalogue.ts'
import type { ProductSource } from '../sources/source.ts'
import type { Database } from '../storage/database.ts'

/** What the runtime, Node or Workers, provides. */
export interface Runtime {
  now(): Date
  /**
   * Monotonic milliseconds, for durations; `now` is for instants that are shown.
   * `performance.now` by default.
   */
  clock?(): number
  /** Takes one log line, including its line break. */
  write(line: string): void
  /** The user's own launches, if the runtime has read them already. */
  catalogue?: Catalogue
  /** Answers of live sources, if other processes share them. */
  sharedAnswers?: SharedAnswers
  /** Keeps the request alive until background work has finished. */
  waitUntil?(work: Promise<unknown>): void
  /** Called with every log record, whatever its level. */
  observe?: Observe
  tracer?: AgentDeps['tracer']
  /** Aborts when the process shuts down and its runs must end. */
  stopping?: AbortSignal
  /** Whether the process has fallen so far behind that it should reject new work. */
  isOverloaded?(): boolean
  /** Product Hunt, if one object calls it for the whole deployment. */
  sharedProductHunt?: { source: ProductSource; state(): Promise<CallPolicyState> }
  /** Counts callers across processes, with its own limit. */
  limiter?: Limiter
  /** The caller's address, if the runtime knows it without trusting a proxy. */
  clientAddress?: ClientAddress
  /** The chat platform's data. Without a database there is no chat platform. */
  database?: Database
  /** Whether only this machine can reach the service. */
  isLoopback?: boolean
  /** Calls an agent, if the runtime can check addresses better than the portable implementation. */
  agentFetch?(guard: { allowLocal: boolean }): AgentFetch
  /** How long work may continue after a response, if the runtime limits that. */
  maxBackgroundMs?: number
  /** Whether a request must not touch objects of another one, such as its response. */
  isolatesRequests?: boolean
}

/** The dependencies of the `pick…` functions, which choose the implementation of a service. */
export interface PickDeps extends Runtime {
  clock(): number
  catalogue: Catalogue
  log: Log
}
