// The top 10 of random windows in 200,000 launches, against filtering and sorting them all.
import { createRandom } from '../../src/language/training/regression.ts'
import { createLeaderboard } from '../../src/ranking/leaderboard.ts'
import type { Product } from '../../src/ranking/product.ts'

const LAUNCHES = 200_000
const LIMIT = 10
const WINDOWS = 20_000
const SORTED_WINDOWS = 100
const MINUTE_MS = 60_000
const BEGIN = Date.UTC(2014)
const END = Date.UTC(2026)

interface Span {
  from: number
  until: number
}

const random = createRandom(20_261_120)
const windows = Array.from({ length: WINDOWS }, randomWindow)
const products = Array.from({ length: LAUNCHES }, randomProduct)
const launchOf = ({ launchedAt }: Product) => Date.parse(launchedAt ?? '')
const leaderboard = createLeaderboard(products)

const indexed = (span: Span) => leaderboard.top(LIMIT, span)
measure(indexed, windows) // to warm up
console.log(`top ${LIMIT} of ${WINDOWS} windows in ${LAUNCHES} launches (guard: p99 under 1 ms)`)
console.log(`  index            ${measure(indexed, windows)}`)
console.log(`  filter and sort  ${measure(filterAndSort, windows.slice(0, SORTED_WINDOWS))}`)

function measure(ask: (span: Span) => unknown, spans: readonly Span[]) {
  const times = spans.map((span) => {
    const startedMs = performance.now()
    ask(span)
    return performance.now() - startedMs
  })
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]!.toFixed(3)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
}

function filterAndSort({ from, until }: Span) {
  return products
    .filter((product) => from <= launchOf(product) && launchOf(product) < until)
    .sort((left, right) => right.votesCount! - left.votesCount!)
    .slice(0, LIMIT)
}

/** As often from minutes to hours as from months to years. */
function randomWindow(): Span {
  const width = MINUTE_MS * ((END - BEGIN) / MINUTE_MS) ** random()
  const from = BEGIN + random() * (END - BEGIN - width)
  return { from, until: from + width }
}

/** Few products have many votes, so that many are equal. */
function randomProduct(_: unknown, index: number): Product {
  return {
    id: `product-${index}`,
    name: `Product ${index}`,
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: Math.floor(2000 * random() ** 4),
    commentsCount: Math.floor(200 * random() ** 3),
    launchedAt: new Date(BEGIN + random() * (END - BEGIN)).toISOString(),
    topics: [],
  }
}
