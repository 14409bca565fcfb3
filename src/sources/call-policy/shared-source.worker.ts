import { DurableObject } from 'cloudflare:workers'
import type { LaunchesRequest, ProductRequest, RankingRequest, UpstreamSource } from '../source.ts'
import type { Budget, CallPolicy } from './call-policy.ts'
import { toRemoteAnswer } from './remote-source.ts'

export interface SharedSource {
  source: UpstreamSource
  callPolicy: CallPolicy
}

/** Creates the source that all isolates share. `saveBudget` stores what the upstream reports. */
export type CreateSharedSource<Env> = (
  env: Env,
  deps: { saveBudget(budget: Budget): void },
) => SharedSource

/** The monotonic clock starts anew with each object, so the reset is stored as an instant. */
interface StoredBudget extends Omit<Budget, 'resetMs'> {
  /** Epoch milliseconds. */
  resetAt: number
}

/** A Durable Object whose source and call policy serve the whole deployment. */
export function sharedSourceObject<Env>(create: CreateSharedSource<Env>) {
  return class SharedSourceObject extends DurableObject<Env> {
    // Created on the first request, so that a failure is reported to that request.
    shared: SharedSource | undefined

    async top(request: RankingRequest) {
      return toRemoteAnswer(this.#open().source.top(request))
    }

    async launches(request: LaunchesRequest) {
      return toRemoteAnswer(this.#open().source.launches(request))
    }

    async product(request: ProductRequest) {
      return toRemoteAnswer(this.#open().source.product(request))
    }

    async state() {
      return this.#open().callPolicy.state()
    }

    #open() {
      this.shared ??= this.#create()
      return this.shared
    }

    // An idle object is evicted, so the budget is kept in storage.
    #create() {
      const { kv } = this.ctx.storage
      const saveBudget = ({ resetMs, ...rest }: Budget) =>
        kv.put('budget', { ...rest, resetAt: Date.now() + resetMs })
      const shared = create(this.env, { saveBudget })
      const stored = kv.get<StoredBudget>('budget')
      if (stored) {
        shared.callPolicy.reportBudget({ ...stored, resetMs: stored.resetAt - Date.now() })
      }
      return shared
    }
  }
}
