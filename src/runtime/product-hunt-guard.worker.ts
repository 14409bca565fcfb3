import { type Config, parseConfig } from '../config.ts'
import { AppError } from '../error.ts'
import { createLog } from '../log.ts'
import { cachedSource } from '../source/cache/cached-source.ts'
import { createSourceCache } from '../source/cache/source-cache.ts'
import { memoryStore } from '../source/cache/store.ts'
import {
  type CreateSharedSource,
  sharedSourceObject,
} from '../source/call-policy/shared-source.worker.ts'
import { liveProductHunt } from '../source/product-hunt/product-hunt-source.ts'
import type { SourceResult } from '../source/source.ts'
import { write } from './console-output.worker.ts'
import { steadyClock } from './steady-clock.ts'

/** Asks Product Hunt for every isolate of the deployment: one budget, and one call a question. */
export class ProductHuntGuard extends sharedSourceObject<Record<string, unknown>>(create) {}

function create(
  env: Record<string, unknown>,
  { saveBudget }: Parameters<CreateSharedSource<unknown>>[1],
) {
  const now = () => new Date()
  const clock = steadyClock()
  // Who may call was asked where the call came in.
  const config = parseConfig(env, { reach: 'this-machine' })
  const log = createLog({ level: config.LOG_LEVEL, write, now })
  const { source, callPolicy } = liveProductHunt({
    ...credentials(config),
    log,
    now,
    clock,
    saveBudget,
  })
  // Every isolate serves an earlier answer itself while it waits for ours.
  const cache = createSourceCache({
    store: memoryStore<SourceResult>(),
    now,
    clock,
    log,
    waitsForRefresh: true,
  })
  return { callPolicy, source: cachedSource(source, { callPolicy, cache }) }
}

function credentials({ source }: Config) {
  if (source.kind === 'product-hunt' && source.token)
    return { token: source.token, url: source.url }
  throw new AppError('not-configured', 'Product Hunt is not configured.')
}
