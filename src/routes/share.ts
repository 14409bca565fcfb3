import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { untilAborted } from '../core/abort.ts'
import { MAX_COMPARED } from '../core/product-facts.ts'
import { standingsAt, stepAt } from '../core/replay-steps.ts'
import type { Env } from '../http/env.ts'
import { windowName } from '../ranking/headline.ts'
import type { Product } from '../ranking/product.ts'
import { topicName } from '../ranking/topic.ts'
import { findProduct } from '../tools/named-product.ts'
import { type ProductDeps, productDetails } from '../tools/product.ts'
import { launchesTool } from './launches.ts'
import type { HeadDeps } from './page-head.ts'
import { type ReplayDeps, replayOf } from './replay.ts'
import { type Drawn, listPicture, productPicture } from './share-picture.ts'
import { historiesOf } from './vote-histories.ts'

/** What draws pictures, as the runtime provides it. */
export interface Drawing {
  /** The bytes of a file of the page, by its path. */
  read(path: string): Promise<Uint8Array | undefined>
  /** A PNG of an SVG whose texts have these fonts. */
  draw(svg: string, fonts: readonly Uint8Array[]): Promise<Uint8Array>
}

export type ShareDeps = HeadDeps & ProductDeps & ReplayDeps

const MAX_WAIT_MS = 2_000
const CACHED_MS = 300_000
const MAX_PICTURES = 100
const PODIUM = 3
const PAGE_SIZE = 100

const FONTS = ['/assets/share/inter-400.woff2', '/assets/share/inter-600.woff2']
/** What the fonts have; a name with other letters is not drawn. */
const IS_DRAWABLE = /^[ -~\u00a0-\u00ff\u0131\u0152\u0153\u2010-\u2026\u20ac\u2122]*$/

type Make = (signal: AbortSignal) => Promise<string | undefined>

/** The pictures of links: of a podium, of a moment of it, of a product, and of several beside each other. */
export function sharePictures(deps: ShareDeps, { read, draw }: Drawing) {
  const pictures = new LRUCache<string, Uint8Array, Make>({
    max: MAX_PICTURES,
    ttl: CACHED_MS,
    async fetchMethod(_key, _stale, { context }) {
      const signal = AbortSignal.timeout(MAX_WAIT_MS)
      const svg = await untilAborted(context(signal), signal)
      if (svg === undefined) return undefined
      const fonts = await Promise.all(FONTS.map(read))
      return draw(
        svg,
        fonts.flatMap((font) => font ?? []),
      )
    },
  })

  /** The picture, or the common picture. */
  async function reply(c: Context<Env>, kind: string, parameters: unknown[], make: Make) {
    const key = JSON.stringify([kind, ...parameters])
    const png = await pictures.fetch(key, { context: make }).catch(() => undefined)
    if (!png) return c.redirect(`/assets/share-${kind === 'product' ? kind : 'board'}.jpg`)
    return c.body(new Uint8Array(png), 200, {
      'content-type': 'image/png',
      'cache-control': `public, max-age=${CACHED_MS / 1_000}`,
    })
  }

  async function drawnOf(product: Product, rank?: number): Promise<Drawn> {
    const { id } = product
    const [drawn] = await historiesOf([product], deps.history).catch(() => [])
    const glyph = /^sample-\d+$/.test(id) ? await read(`/assets/icons/${id}.svg`) : undefined
    return {
      product,
      rank,
      points: drawn?.points ?? [],
      glyph: glyph && new TextDecoder().decode(glyph),
    }
  }

  return {
    board(c: Context<Env>) {
      const { timeframe = 'last_week', tz = deps.defaultTimezone, topic, at } = c.req.query()
      const asked = { timeframe: /^all[ _-]time$/i.test(timeframe) ? 'all' : timeframe, tz, topic }
      return reply(c, 'board', [timeframe, tz, topic, at], async (signal) => {
        const { title, total, posts, clock } = await podiumOf(asked, at, deps, signal)
        if (!posts.every(isDrawable)) return undefined
        const named = [topicName(topic, posts), title].filter(Boolean).join(', ')
        const detail = [clock && `As it stood at ${clock}`, total !== null && `${total} launches`]
        const drawn = posts.slice(0, PODIUM).map((product, index) => drawnOf(product, index + 1))
        return listPicture(
          { title: named, detail: detail.filter(Boolean).join(' · ') },
          await Promise.all(drawn),
        )
      })
    },

    product(c: Context<Env>) {
      const id = c.req.param('id') ?? ''
      return reply(c, 'product', [id], async (signal) => {
        const details = await productDetails(id, deps.defaultTimezone, deps, { signal })
        const { product, ranks } = details
        if (!isDrawable(product)) return undefined
        const { day, week } = ranks
        const best = week && week.rank <= 10 ? week : day
        const place = best && `#${best.rank} of ${windowName(best.window).full}`
        const votes =
          product.votesCount === null ? '' : `${product.votesCount.toLocaleString('en-US')} votes`
        return productPicture(await drawnOf(product), [place, votes].filter(Boolean).join(' · '))
      })
    },

    comparison(c: Context<Env>) {
      const ids = (c.req.query('ids') ?? '').split(',').slice(0, MAX_COMPARED)
      return reply(c, 'comparison', ids, async (signal) => {
        const found = await Promise.all(ids.map((id) => findProduct(id, deps, { signal })))
        const products = found.flatMap((answer) => answer.products)
        if (products.length === 0 || !products.every(isDrawable)) return undefined
        const drawn = await Promise.all(products.map((product) => drawnOf(product)))
        return listPicture({ title: 'Side by side', detail: `${products.length} launches` }, drawn)
      })
    },
  }
}

interface Asked {
  timeframe: string
  tz: string
  topic: string | undefined
}

/** The ranking of a window, now or at a moment of it. */
async function podiumOf(
  asked: Asked,
  at: string | undefined,
  deps: ShareDeps,
  signal: AbortSignal,
) {
  const limit = at === undefined ? PODIUM : PAGE_SIZE
  const { posts, total, window } = await launchesTool(deps).run({ ...asked, limit }, { signal })
  const title = windowName(window ?? undefined).full
  const now = { title, total, posts, clock: undefined }
  if (at === undefined) return now
  const replay = await replayOf(asked, deps, { signal })
  const step = stepAt(replay, at)
  if (step === undefined) return now
  const standings = standingsAt(replay, step)
  const then = posts.flatMap((product) => {
    const standing = standings.get(product.id)
    return standing
      ? [{ rank: standing.rank, product: { ...product, votesCount: standing.votes } }]
      : []
  })
  const ranked = then.sort((one, other) => one.rank - other.rank).map(({ product }) => product)
  return { title, total: ranked.length, posts: ranked, clock: at.replace('T', ' ') }
}

function isDrawable({ name }: Product): boolean {
  return IS_DRAWABLE.test(name)
}
