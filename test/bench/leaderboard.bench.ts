import { createLeaderboard } from '../../src/ranking/leaderboard.ts'
import type { Product } from '../../src/ranking/product.ts'

const LIMIT = 10
const WINDOWS = 20_000
const ROUNDS = 5
const MINUTE_MS = 60_000
const BEGIN = Date.UTC(2014)
const END = Date.UTC(2026)

interface Span {
  from: number
  until: number
}

/** Microseconds and number of products, one of each for every window. */
interface Timing {
  costs: readonly number[]
  found: readonly number[]
}

const random = mulberry32(20_261_120)
const windows = Array.from({ length: WINDOWS }, randomWindow)

console.log(`top ${LIMIT} of ${WINDOWS} random windows, from a minute to ${years(END - BEGIN)},`)
console.log(`each the median of ${ROUNDS} rounds (filter and sort: one round)`)
const few = measure(1_000, 2_000)
const many = measure(200_000, 100)

const full = windows.flatMap((_, index) => (few.found[index] === LIMIT ? [index] : []))
const fullOf = ({ costs }: Timing) => full.map((index) => costs[index]!)
console.log('200,000 products over 1,000:')
console.log(`  all windows                  ${ratios(many.costs, few.costs)}`)
console.log(`  ${full.length} with ${LIMIT} products in both  ${ratios(fullOf(many), fullOf(few))}`)

function measure(count: number, baselineWindows: number): Timing {
  const products = Array.from({ length: count }, randomProduct)
  const started = performance.now()
  const leaderboard = createLeaderboard(products)
  const builtMs = performance.now() - started

  const indexed = ({ from, until }: Span) => leaderboard.top(LIMIT, { from, until })
  const naive = ({ from, until }: Span) => filterAndSort(products, from, until)
  time(indexed, windows, 1)
  const index = time(indexed, windows, ROUNDS)
  time(naive, windows.slice(0, 5), 1)
  const baseline = time(naive, windows.slice(0, baselineWindows), 1)

  console.log(`${count.toLocaleString('en-US')} products, index built in ${builtMs.toFixed(0)} ms`)
  console.log(`  index            ${figures(index.costs)}`)
  console.log(`  filter and sort  ${figures(baseline.costs)} (${baselineWindows} windows)`)
  console.log(`  index faster by  ${ratios(baseline.costs, index.costs)}`)
  return index
}

/** The median of some rounds, each through all windows so that none finds its own data at hand. */
function time(ask: (span: Span) => Product[], spans: readonly Span[], rounds: number): Timing {
  const timings = Array.from({ length: rounds }, () => spans.map((span) => timeOne(ask, span)))
  const costs = spans.map((_, index) => {
    return percentile(
      timings.map((round) => round[index]!.cost),
      50,
    )
  })
  return { costs, found: timings[0]!.map(({ found }) => found) }
}

function timeOne(ask: (span: Span) => Product[], span: Span) {
  const started = performance.now()
  const found = ask(span).length
  return { cost: (performance.now() - started) * 1000, found }
}

function filterAndSort(products: readonly Product[], from: number, until: number): Product[] {
  const launchOf = ({ launchedAt }: Product) => Date.parse(launchedAt ?? '')
  return products
    .filter((product) => from <= launchOf(product) && launchOf(product) < until)
    .sort((left, right) => {
      return (
        right.votesCount! - left.votesCount! ||
        right.commentsCount! - left.commentsCount! ||
        launchOf(left) - launchOf(right) ||
        (left.id < right.id ? -1 : 1)
      )
    })
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

function figures(costs: readonly number[]): string {
  return `p50 ${percentile(costs, 50).toFixed(1)} µs, p99 ${percentile(costs, 99).toFixed(1)} µs`
}

function ratios(costs: readonly number[], others: readonly number[]): string {
  const ratio = (percent: number) => percentile(costs, percent) / percentile(others, percent)
  return `p50 ×${ratio(50).toFixed(1)}, p99 ×${ratio(99).toFixed(1)}`
}

function percentile(costs: readonly number[], percent: number): number {
  const sorted = costs.toSorted((left, right) => left - right)
  return sorted[Math.floor(((sorted.length - 1) * percent) / 100)]!
}

function years(durationMs: number): string {
  return `${Math.round(durationMs / (365.25 * 24 * 60 * MINUTE_MS))} years`
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
