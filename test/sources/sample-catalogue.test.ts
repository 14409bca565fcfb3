import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Product } from '../../src/ranking/product.ts'
import { resolveTimeframe } from '../../src/ranking/timeframe.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import { sampleCatalogue, sampleLaunches } from '../../src/sources/sample-catalogue.ts'
import { atAge } from '../../src/sources/sample-votes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 63

const products = sampleLaunches()
const firstDay = Date.parse(products[0]!.launchedAt.slice(0, 10))
/** On which of its days a launch is. */
const dayOf = ({ launchedAt }: { launchedAt: string }) =>
  Math.floor((Date.parse(launchedAt) - firstDay) / DAY_MS)

/** Votes of the launches of some days from one on, most first. The first day follows the last. */
function votesOf(days: number, from: number) {
  return products
    .filter((product) => (dayOf(product) - from + DAYS) % DAYS < days)
    .map(({ votesCount }) => votesCount)
    .sort((a, b) => b - a)
}

function countsOf(keys: readonly unknown[]) {
  const counts = new Map<unknown, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The values that several products have in common. */
function shared(key: (product: Product) => unknown) {
  return [...countsOf(products.map(key))].filter(([, count]) => count > 1).map(([value]) => value)
}

describe('sampleCatalogue()', () => {
  it('the sample is marked as fiction, with one product a line', () => {
    const lines = readFileSync('data/sample-catalogue.json', 'utf8').trimEnd().split('\n')
    expect(lines[1]).toMatch(/"about": ".*fictional.*not real products/)
    expect(lines.filter((line) => /^ {6}\[".*\],?$/.test(line))).toHaveLength(products.length)
    expect(lines).toHaveLength(products.length + 2 * DAYS + 6)
  })

  it('the sample has at least 500 complete products', () => {
    expect(products.length).toBeGreaterThanOrEqual(500)
    const whole = Product.extend({
      tagline: z.string().regex(/^\S+(?: \S+){4,11}$/),
      url: z.url({ hostname: /^launchboard\.example$/ }),
      imageUrl: z.null(),
      votesCount: z.int().min(8).max(2000),
      commentsCount: z.int().min(0),
      launchedAt: z.iso.datetime({ precision: 3 }),
      topics: z.array(z.string()).min(1).max(3),
    })
    expect(() => z.array(whole).parse(products)).not.toThrow()
  })

  it.each(['id', 'name', 'tagline', 'url'] as const)('the sample has no repeated %s', (field) => {
    expect(shared((product) => product[field]?.toLowerCase())).toEqual([])
  })

  it('the sample has about forty topics with several products each', () => {
    const counts = countsOf(products.flatMap(({ topics }) => topics))
    expect(counts.size).toBeGreaterThanOrEqual(35)
    expect(counts.size).toBeLessThanOrEqual(45)
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(5)
  })

  it('the sample has ties in votes, in comments and in instants', () => {
    const votes = (product: Product) => product.votesCount
    const comments = (product: Product) => `${votes(product)} ${product.commentsCount}`
    const instant = (product: Product) => `${comments(product)} ${product.launchedAt}`
    expect(shared(votes).length).toBeGreaterThan(10)
    expect(shared(comments).length).toBeGreaterThan(5)
    expect(shared(instant).length).toBeGreaterThan(0)
  })

  it('a few sample products have many votes, and many have few', () => {
    const votes = votesOf(DAYS, 0)
    expect(votes[0]).toBeGreaterThan(1800)
    expect(votes.at(-1)).toBe(8)
    expect(votes[Math.floor(votes.length / 2)]).toBeLessThan(150)
  })

  it.each([
    ['day', 1],
    ['week', 7],
    ['month', 30],
  ])('every %s of the sample has one clear leader', (_, days) => {
    for (let from = 0; from < DAYS; from += 1) {
      const [first = 0, second = 0] = votesOf(days, from)
      expect(first).toBeGreaterThan(second)
    }
  })

  it.each([
    ['UTC', 0],
    ['New York in summer', 4],
    ['New York in winter', 5],
  ])(
    'a weekday of the sample has 9 to 14 launches and a day of a weekend 3 to 5, in %s',
    (_, behind) => {
      const days = countsOf(
        products.map(({ launchedAt }) => {
          const local = Date.parse(launchedAt) - behind * HOUR_MS - firstDay
          return (Math.floor(local / DAY_MS) + DAYS) % DAYS
        }),
      )
      expect(days.size).toBe(DAYS)
      for (const [day, count] of days) {
        const isWeekend = [0, 6].includes(new Date(firstDay + Number(day) * DAY_MS).getUTCDay())
        expect(count).toBeGreaterThanOrEqual(isWeekend ? 3 : 9)
        expect(count).toBeLessThanOrEqual(isWeekend ? 5 : 14)
      }
    },
  )
})

describe('the votes of the sample', () => {
  /** The shares of their votes that launches of many votes have at an hour, from the least on. */
  const sharesAt = (hour: number) =>
    products
      .filter(({ votesCount }) => votesCount! > 100)
      .map((one) => atAge(one, hour * HOUR_MS).votesCount! / one.votesCount!)
      .sort((a, b) => a - b)

  it('the votes of a launch never fall, and end at what the sample has', () => {
    for (const product of products) {
      const votes = Array.from(
        { length: 49 },
        (_, hour) => atAge(product, hour * HOUR_MS).votesCount!,
      )
      expect(votes).toEqual(votes.toSorted((a, b) => a - b))
      expect(votes[0]).toBe(0)
      expect(votes.at(-1)).toBe(product.votesCount)
    }
  })

  it('some launches are a flash, and others a slow burn or a late hit', () => {
    expect(sharesAt(5)[0]).toBeLessThan(0.15)
    expect(sharesAt(5).at(-1)).toBe(1)
    expect(sharesAt(30)[0]).toBeLessThan(0.25)
    expect(sharesAt(30).filter((share) => 0.5 < share && share < 0.95)).not.toEqual([])
  })

  it('some launches have a second wave within a day, and duds get nothing after two hours', () => {
    const gain = (one: Product, hour: number) =>
      atAge(one, hour * HOUR_MS).votesCount! - atAge(one, (hour - 1) * HOUR_MS).votesCount!
    expect(products.filter((one) => gain(one, 10) > 2 * gain(one, 9)).length).toBeGreaterThan(20)
    const duds = products.filter((one) => atAge(one, 2 * HOUR_MS).votesCount === one.votesCount)
    expect(Math.max(...duds.map(({ votesCount }) => votesCount!))).toBeLessThan(30)
  })
})

describe('the dates of the sample', () => {
  const at = (instant: string) => {
    const now = () => new Date(instant)
    return catalogueSource(sampleCatalogue({ now }), { now })
  }
  const { id, launchedAt } = products[0]!
  const again = Date.parse(launchedAt) + DAYS * DAY_MS

  it('a launch keeps its instant for nine weeks, and then launches again on its weekday', async () => {
    const launchAt = async (instant: number) =>
      (await at(new Date(instant).toISOString()).product({ id })).products[0]!
    expect((await launchAt(again - 1)).launchedAt).toBe(launchedAt)
    expect((await launchAt(Date.parse(launchedAt) - 1)).launchedAt).toBe(
      new Date(again - 2 * DAYS * DAY_MS).toISOString(),
    )
    expect(await launchAt(again)).toMatchObject({
      launchedAt: new Date(again).toISOString(),
      votesCount: 0,
    })
  })

  it('the sample has nine weeks of launches at any instant, and none of the future', async () => {
    const anyInstant = fc.integer({ min: Date.UTC(2024), max: Date.UTC(2034) })
    await fc.assert(
      fc.asyncProperty(anyInstant, async (instant) => {
        const source = at(new Date(instant).toISOString())
        const all = (await source.top({ order: 'VOTES', limit: 1000 })).products
        const instants = all.map((one) => Date.parse(one.launchedAt!))
        expect(instants).toHaveLength(products.length)
        expect(Math.max(...instants)).toBeLessThanOrEqual(instant)
        expect(Math.min(...instants)).toBeGreaterThan(instant - DAYS * DAY_MS)
      }),
    )
  })

  it.each(['2026-06-06T04:00:00Z', '2026-12-05T05:00:00Z', '2026-12-07T05:00:00Z'])(
    'the sample has a launch of today in New York from its first minute, as at %s',
    async (midnight) => {
      const now = new Date(midnight)
      const { window } = resolveTimeframe('today', { tz: 'America/New_York', now })
      const { products: ofToday } = await at(midnight).top({ order: 'RANKING', window, limit: 9 })
      expect(ofToday).toHaveLength(1)
    },
  )
})
