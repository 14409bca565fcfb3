import { waitUntil } from 'cloudflare:workers'
import { bindingLimiter, type RateLimitBinding } from './access/binding-limiter.ts'
import { createApp } from './app.ts'
import { parseConfig } from './config.ts'
import { d1Database } from './platform/storage/d1-database.ts'
import type { Fetch } from './route/door.ts'
import { write } from './runtime/console-output.worker.ts'
import { notConfigured } from './runtime/not-configured.ts'
import { ProductHuntGuard } from './runtime/product-hunt-guard.worker.ts'
import { createServices } from './services.ts'
import { cacheApiStore } from './source/freshness/cache-api-store.ts'
import { layeredStore } from './source/freshness/layered-store.ts'
import { memoryStore } from './source/freshness/memory-store.ts'
import type { GuardState } from './source/guard/guard.ts'
import { type RemoteStub, remoteSource } from './source/guard/remote-source.ts'
import type { Reading } from './source/source.ts'

export { ProductHuntGuard }

interface Env extends Record<string, unknown> {
  LIMITER?: RateLimitBinding
  DB?: Parameters<typeof d1Database>[0]
  GUARD: { getByName(name: string): RemoteStub & { state(): Promise<GuardState> } }
}

/** Half a minute is what Workers give; the end of an answer has to be stored within it. */
const LONGEST_BEHIND_MS = 25_000

const NO_FILES = 'CATALOGUE_FILE: a Worker has no files; put it at an address, as CATALOGUE_URL'

// Built on the first request, because bindings exist only then; kept for the isolate's life.
let answer: Fetch | undefined

export default {
  fetch(request: Request, env: Env) {
    answer ??= start(env)
    return answer(request)
  },
}

function start(env: Env): Fetch {
  const now = () => new Date()
  const guard = () => env.GUARD.getByName('product-hunt')
  try {
    const config = parseConfig(env)
    if (config.catalogue.file) throw new Error(NO_FILES)
    const services = createServices(config, {
      ...{ now, write, waitUntil, longestBehindMs: LONGEST_BEHIND_MS },
      store: layeredStore(memoryStore<Reading>(), cacheApiStore(), { now }),
      sharedProductHunt: {
        source: remoteSource(guard, { name: 'product-hunt' }),
        state: () => guard().state(),
      },
      ...(env.LIMITER && { limiter: bindingLimiter(env.LIMITER) }),
      clientAddress: ({ headers }) => headers.get('cf-connecting-ip') ?? undefined,
      ...(env.DB && { database: d1Database(env.DB) }),
    })
    return createApp(services).fetch
  } catch (error) {
    return notConfigured(error, { now, write })
  }
}
