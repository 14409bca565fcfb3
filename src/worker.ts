import { waitUntil } from 'cloudflare:workers'
import { isLoopbackUrl } from './access/local-only.ts'
import { bindingLimiter, type RateLimitBinding } from './access/rate-limit.ts'
import { createApp } from './app.ts'
import type { Reach } from './config/access.ts'
import { parseConfig } from './config.ts'
import { d1Database } from './platform/storage/d1-database.ts'
import type { Fetch } from './route/door.ts'
import type { PageFiles } from './route/page.ts'
import { write } from './runtime/console-output.worker.ts'
import { notConfigured } from './runtime/not-configured.ts'
import { ProductHuntGuard } from './runtime/product-hunt-guard.worker.ts'
import { steadyClock } from './runtime/steady-clock.ts'
import { createServices } from './services.ts'
import { cacheApiStore } from './source/cache/cache-api-store.ts'
import { layeredStore, memoryStore } from './source/cache/store.ts'
import type { CallPolicyState } from './source/call-policy/call-policy.ts'
import { type RemoteStub, remoteSource } from './source/call-policy/remote-source.ts'
import type { SourceResult } from './source/source.ts'

export { ProductHuntGuard }

interface Env extends Record<string, unknown> {
  LIMITER?: RateLimitBinding
  DB?: Parameters<typeof d1Database>[0]
  /** The files of the page; Cloudflare answers by itself where one is at the address. */
  ASSETS?: { fetch(url: URL): Promise<Response> }
  GUARD: { getByName(name: string): RemoteStub & { state(): Promise<CallPolicyState> } }
}

/** Half a minute is what Workers give; the end of an answer has to be stored within it. */
const MAX_BEHIND_MS = 25_000

const NO_FILES = {
  path: ['CATALOGUE_FILE'],
  message: 'a Worker has no files: put it at an address, and name that in CATALOGUE_URL',
}

// Built on the first request, because bindings exist only then; kept for the isolate's life.
const answers: Partial<Record<Reach, Fetch>> = {}

export default {
  fetch(request: Request, env: Env) {
    const reach = reachOf(request)
    answers[reach] ??= start(env, reach)
    return answers[reach](request)
  },
}

/**
 * Where we run is told by the address of the request: under `wrangler dev` its host is the one in
 * `Host`, in which a page whose name was bound to this machine has that name.
 *
 * Deployed, nobody can pretend to be local. Cloudflare finds the Worker by that very host, and only
 * hosts that are routed to it lead here: names of a zone, of a custom domain or of workers.dev. A
 * request that says `Host: localhost` finds no Worker at all. Other Workers of the same account may
 * choose any address when they call us through a service binding; they are their owner's own.
 */
function reachOf({ url }: Request): Reach {
  return isLoopbackUrl(url) ? 'this-machine' : 'everybody'
}

function pageAssets(assets: { fetch(url: URL): Promise<Response> }): PageFiles {
  return {
    async show(c, status) {
      const { body, headers } = await assets.fetch(new URL('/', c.req.url))
      return new Response(body, { status, headers })
    },
  }
}

function start(env: Env, reach: Reach): Fetch {
  const now = () => new Date()
  const clock = steadyClock()
  const guard = () => env.GUARD.getByName('product-hunt')
  try {
    const config = parseConfig(env, { reach, issues: env.CATALOGUE_FILE ? [NO_FILES] : [] })
    const services = createServices(config, {
      ...{ now, clock, write, waitUntil, longestBehindMs: MAX_BEHIND_MS },
      isolatesRequests: true,
      store: layeredStore(memoryStore<SourceResult>(), cacheApiStore({ now, clock }), { clock }),
      sharedProductHunt: {
        source: remoteSource(guard, { name: 'product-hunt' }),
        state: () => guard().state(),
      },
      ...(env.LIMITER && { limiter: bindingLimiter(env.LIMITER) }),
      clientAddress: ({ headers }) => headers.get('cf-connecting-ip') ?? undefined,
      ...(env.DB && { database: d1Database(env.DB) }),
    })
    return createApp(services, env.ASSETS && { page: pageAssets(env.ASSETS) }).fetch
  } catch (error) {
    return notConfigured(error, { now, write })
  }
}
