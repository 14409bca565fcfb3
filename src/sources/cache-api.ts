import type { SharedAnswers } from '../state/shared-answers.ts'

/** A host that cannot exist, so that no key is a real URL. */
const HOST = 'https://answers.invalid'
const PAUSE = 'pause'

/** A reader waits no longer for the cache. */
const MAX_WAIT_MS = 300

interface CacheApiOptions {
  /** The upstream and the account whose answers these are. */
  upstream: string
  waitUntil(work: Promise<unknown>): void
}

/**
 * Answers in the cache of a Cloudflare location, shared by its isolates. On a workers.dev domain
 * nothing is ever found there.
 */
export function cacheApi({ upstream, waitUntil }: CacheApiOptions): SharedAnswers {
  const addressOf = (kind: string, key = '') =>
    `${HOST}/${encodeURIComponent(upstream)}/${kind}/${encodeURIComponent(key)}`

  const find = async (address: string) => {
    const cache = await caches.open('answers')
    return (await cache.match(address))?.text()
  }

  const put = (address: string, text: string, lifetimeMs: number) => {
    const headers = { 'cache-control': `max-age=${Math.ceil(lifetimeMs / 1000)}` }
    const store = async () => {
      const cache = await caches.open('answers')
      await cache.put(address, new Response(text, { headers }))
    }
    // What is not stored is asked for again.
    waitUntil(store().catch(() => {}))
  }

  return {
    async read(key) {
      const [answer, pause] = await Promise.all(
        [addressOf('answer', key), addressOf(PAUSE)].map((address) => inTime(find(address))),
      )
      const pausedUntilMs = Number(pause)
      return { ...(answer && { answer }), ...(pausedUntilMs > 0 && { pausedUntilMs }) }
    },

    write: (key, answer, lifetimeMs) => put(addressOf('answer', key), answer, lifetimeMs),

    pause: (untilMs) => put(addressOf(PAUSE), String(untilMs), Math.max(1, untilMs - Date.now())),
  }
}

function inTime(found: Promise<string | undefined>): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  return Promise.race([found.catch(() => undefined), late])
}
