import type { Log } from '../log.ts'
import type { Budget } from './guard/budget.ts'
import { createGuard } from './guard/guard.ts'
import { productHuntSource } from './product-hunt/product-hunt-source.ts'
import type { Reading } from './source.ts'

interface GuardedOptions {
  token: string
  url?: string | undefined
  log: Log
  now(): Date
  clock(): number
  /** Hears of the budget too: where it must outlive the guard. */
  keepBudget?(budget: Budget): void
}

/** Product Hunt, and the guard that what it says of the budget is reported to. */
export function guardedProductHunt(options: GuardedOptions) {
  const { token, url, log, now, clock, keepBudget } = options
  const guard = createGuard<Reading>({ upstream: 'Product Hunt', log, now, clock })
  const onBudget = (budget: Budget) => {
    guard.reportBudget(budget)
    keepBudget?.(budget)
  }
  return { guard, source: productHuntSource({ token, url, now, onBudget }) }
}
