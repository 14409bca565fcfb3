import type { Tracer } from '@opentelemetry/api'
import type { ClientAddress } from '../access/client-address.ts'
import type { Limiter } from '../access/limiter.ts'
import type { Log } from '../core/log.ts'
import type { GuardedFetch } from '../core/upstream/guarded-fetch.ts'
import type { ModelData } from '../language/intent/model.ts'
import type { Catalogue } from '../sources/catalogue.ts'
import type { SharedAnswers } from '../state/shared-answers.ts'
import type { SharedState } from '../state/shared-state.ts'
import type { Database } from '../storage/database.ts'

/** The parts that a service runs on. */
export interface Runtime {
  log: Log
  now(): Date
  /** Monotonic milliseconds, for durations; `now` is for instants that are shown. */
  clock(): number
  /** What the embedded model has learned. Read for its first answer. */
  modelData(): Promise<ModelData>
  /** The chat platform's data. Without a database there is no chat platform. */
  database?: Database | undefined
  node?: NodeRuntime
  worker?: WorkerRuntime
}

/** The parts that Node brings. */
export interface NodeRuntime {
  /** Whether only this machine can reach the service. */
  isLoopback: boolean
  /** The user's own launches, if there are any. */
  catalogue?: Catalogue | undefined
  /** Calls addresses that users gave, and checks what their host names resolve to. */
  guardedFetch?: ((guard: { allowLocal: boolean }) => GuardedFetch) | undefined
  tracer?: Tracer | undefined
  /** State that this process shares with others. */
  shared?: SharedState | undefined
  /** Aborts when the process shuts down and its runs must end. */
  stopping?: AbortSignal | undefined
}

/** The parts that Workers bring. */
export interface WorkerRuntime {
  /** Keeps the request alive until background work has finished. */
  waitUntil(work: Promise<unknown>): void
  /** The time for which work may continue after a response. */
  maxBackgroundMs: number
  clientAddress: ClientAddress
  /** Rejects if a later version wrote the database. */
  checkDatabase?: (() => Promise<void>) | undefined
  /** Counts callers across isolates, with its own limit. */
  limiter?: Limiter | undefined
  /** The same for callers that speak for many users. */
  allUsersLimiter?: Limiter | undefined
  /** Absent without the binding EMAIL and a sender. */
  sendEmail?:
    | ((email: { to: string; subject: string; text: string }) => Promise<unknown>)
    | undefined
  /** The answers of an upstream account that isolates share. */
  answers(upstream: string): SharedAnswers
}
