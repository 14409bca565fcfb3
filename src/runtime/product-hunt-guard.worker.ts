import { type Config, parseConfig } from '../config.ts'
import { AppError } from '../error.ts'
import { createLog } from '../log.ts'
import { freshSource } from '../source/freshness/fresh-source.ts'
import { createFreshness } from '../source/freshness/freshness.ts'
import { memoryStore } from '../source/freshness/memory-store.ts'
import { type CreateGuardedSource, guardObject } from '../source/guard/guard-object.worker.ts'
import { guardedProductHunt } from '../source/guarded-product-hunt.ts'
import type { Reading } from '../source/source.ts'
import { write } from './console-output.worker.ts'
import { steadyClock } from './steady-clock.ts'

/** Asks Product Hunt for every isolate of the deployment: one budget, and one call a question. */
export class ProductHuntGuard extends guardObject<Record<string, unknown>>(create) {}

function create(
  env: Record<string, unknown>,
  { keepBudget }: Parameters<CreateGuardedSource<unknown>>[1],
) {
  const now = () => new Date()
  const clock = steadyClock()
  // Who may call was asked where the call came in.
  const config = parseConfig(env, { reach: 'this-machine' })
  const log = createLog({ level: config.LOG_LEVEL, write, now })
  const { source, guard } = guardedProductHunt({
    ...credentials(config),
    log,
    now,
    clock,
    keepBudget,
  })
  // Every isolate serves an earlier answer itself while it waits for ours.
  const freshness = createFreshness({
    store: memoryStore<Reading>(),
    now,
    clock,
    log,
    isPatient: true,
  })
  return { guard, source: freshSource(source, { guard, freshness }) }
}

function credentials({ source }: Config) {
  if (source.kind === 'product-hunt' && source.token)
    return { token: source.token, url: source.url }
  throw new AppError('not-configured', 'Product Hunt is not configured.')
}
