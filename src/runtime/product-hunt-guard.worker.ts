import { type Config, parseConfig } from '../config/config.ts'
import { AppError } from '../core/error.ts'
import { createLog } from '../core/log.ts'
import { cachedSource } from '../sources/cache/cached-source.ts'
import { createSourceCache } from '../sources/cache/source-cache.ts'
import {
  type CreateSharedSource,
  sharedSourceObject,
} from '../sources/call-policy/shared-source.worker.ts'
import { liveProductHunt } from '../sources/product-hunt/product-hunt-source.ts'
import { write } from './console-output.worker.ts'
import { monotonicClock } from './monotonic-clock.ts'

/** Calls Product Hunt for all isolates of the deployment: one budget, and one call per question. */
export class ProductHuntGuard extends sharedSourceObject<Record<string, unknown>>(create) {}

function create(
  env: Record<string, unknown>,
  { saveBudget }: Parameters<CreateSharedSource<unknown>>[1],
) {
  const now = () => new Date()
  const clock = monotonicClock()
  // The Worker has checked access already.
  const config = parseConfig(env, { exposure: 'this-machine' })
  const log = createLog({ level: config.LOG_LEVEL, write, now })
  const { source, callPolicy } = liveProductHunt({
    ...credentials(config),
    log,
    now,
    clock,
    saveBudget,
  })
  // Every isolate has a cache of its own, and serves stale results while it waits.
  const cache = createSourceCache({ now, clock, log, waitsForRefresh: true })
  return { callPolicy, source: cachedSource(source, { callPolicy, cache }) }
}

function credentials({ source }: Config) {
  if (source.kind === 'product-hunt' && source.token)
    return { token: source.token, url: source.url }
  throw new AppError('not-configured', 'Product Hunt is not configured.')
}
