import type { Context } from 'hono'
import { html } from 'hono/html'
import { untilAborted } from '../core/abort.ts'
import type { Env } from '../http/env.ts'
import { votesText } from '../ranking/product.ts'
import { calendarWindows } from '../ranking/timeframe.ts'
import type { ProductSource } from '../sources/source.ts'
import { findProduct, type ProductSources } from '../tools/named-product.ts'

interface BadgeDeps extends ProductSources {
  ranking: ProductSource
  defaultTimezone: string
}

const MAX_WAIT_MS = 2_000
const CACHED_SECONDS = 300
/** Of a letter in the font of the badge, on average. */
const LETTER_PX = 6.6
const PADDING_PX = 8

/** A small picture with the rank of a product, for pages of its makers; undefined if there is none. */
export async function badge(c: Context<Env>, deps: BadgeDeps): Promise<Response | undefined> {
  const id = c.req.param('id') ?? ''
  const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(MAX_WAIT_MS)])
  const text = await untilAborted(standingOf(id, deps, signal), signal)
  if (text === undefined) return undefined
  return c.body(svg('Launchboard', text), 200, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': `public, max-age=${CACHED_SECONDS}`,
  })
}

/** `#2 of the day · 412 votes`. */
async function standingOf(id: string, deps: BadgeDeps, signal: AbortSignal) {
  const { products } = await findProduct(id, deps, { signal })
  const [product] = products
  if (!product) return undefined
  const { day } = calendarWindows(product.launchedAt, deps.defaultTimezone)
  const rank = day && (await deps.ranking.rank({ id, window: day, signal }))
  const { votesCount } = product
  const votes = votesCount !== null && votesText(votesCount)
  return [rank && `#${rank.rank} of the day`, votes].filter(Boolean).join(' · ') || 'Launched'
}

function svg(name: string, text: string): string {
  const left = Math.round(name.length * LETTER_PX + 2 * PADDING_PX)
  const right = Math.round(text.length * LETTER_PX + 2 * PADDING_PX)
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="24" role="img" aria-label="${name}: ${text}">
  <rect width="${left + right}" height="24" rx="5" fill="#5442d6"/>
  <path d="M5 0h${left - 5}v24H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5z" fill="#17171c"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
    <text x="${left / 2}" y="16">${name}</text>
    <text x="${left + right / 2}" y="16" font-weight="bold" textLength="${right - 2 * PADDING_PX}">${text}</text>
  </g>
</svg>
`)
}
