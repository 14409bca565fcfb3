import { DurableObject } from 'cloudflare:workers'
import type { ProductSource, Reading } from '../source.ts'
import type { Budget } from './budget.ts'
import type { Guard } from './guard.ts'
import { toRemoteAnswer } from './remote-answer.ts'
import type { RemoteQuestion } from './remote-source.ts'

export interface GuardedSource {
  source: ProductSource
  guard: Guard<Reading>
}

/** Makes the source that all isolates share; `keepBudget` is told what the upstream reports. */
export type CreateGuardedSource<Env> = (
  env: Env,
  needs: { keepBudget(budget: Budget): void },
) => GuardedSource

/** The monotonic clock starts anew with each object, so what outlives one is kept as an instant. */
interface KeptBudget extends Omit<Budget, 'resetMs'> {
  /** Epoch milliseconds. */
  resetAt: number
}

/** A Durable Object in which one source and its guard answer for the whole deployment. */
export function guardObject<Env>(create: CreateGuardedSource<Env>) {
  return class GuardObject extends DurableObject<Env> {
    // Made by the first question, so that what is wrong with it is that question's failure.
    guarded: GuardedSource | undefined

    async top(question: RemoteQuestion) {
      return toRemoteAnswer(this.#open().source.top(question))
    }

    async state() {
      return this.#open().guard.state()
    }

    #open() {
      this.guarded ??= this.#create()
      return this.guarded
    }

    // An object is put away when nobody asks for a while; what is left of the budget outlives that.
    #create() {
      const { kv } = this.ctx.storage
      const keepBudget = ({ resetMs, ...rest }: Budget) =>
        kv.put('budget', { ...rest, resetAt: Date.now() + resetMs })
      const guarded = create(this.env, { keepBudget })
      const kept = kv.get<KeptBudget>('budget')
      if (kept) guarded.guard.reportBudget({ ...kept, resetMs: kept.resetAt - Date.now() })
      return guarded
    }
  }
}
