import { parseConfig } from '../config/config.ts'
import { AppError } from '../core/error.ts'
import { createLog } from '../core/log.ts'
import { cachedSource } from '../sources/cache/cached-source.ts'
import { createSourceCache } from '../sources/cache/source-cache.ts'
import {
  type CreateSharedSource,
  sharedSourceObject,
} from '../sources/call-policy/shared-source.worker.ts'
import { liveSource } from '../sources/live-source.ts'
import { write } from './console-output.worker.ts'
import { monotonicClock } from './monotonic-clock.ts'

/**
 * Calls the live source for all isolates of the deployment: one budget, and one call per question.
 * It keeps the name under which it has been deployed.
 */
export class ProductHuntGuard extends sharedSourceObject<Record<string, unknown>>(create) {}

function create(
  env: Record<string, unknown>,
  { save }: Parameters<CreateSharedSource<unknown>>[1],
) {
  const now = () => new Date()
  const clock = monotonicClock()
  // The Worker has checked access already.
  const config = parseConfig(env, { exposure: 'this-machine' })
  const log = createLog({ level: config.LOG_LEVEL, write, now })
  const live = liveSource(config.source, { log, now, clock, onChange: save })
  if (!live) throw new AppError('not-configured', 'No live source is configured.')
  const { source, callPolicy } = live
  // Every isolate has a cache of its own, and serves stale results while it waits.
  const cache = createSourceCache({ now, clock, log, waitsForRefresh: true })
  return { callPolicy, source: cachedSource(source, { callPolicy, cache }) }
}
