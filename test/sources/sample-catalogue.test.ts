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

const { products, today } = sampleLaunches()
const lastDay = Date.parse(today)
const launches = products.map(({ launchedAt }) => Date.parse(launchedAt ?? ''))

/** Votes of the launches of some days that end with the day so many days ago, most first. */
function votesOf(days: number, daysAgo: number) {
  const until = lastDay + DAY_MS * (1 - daysAgo)
  return products
    .filter((_, at) => until - days * DAY_MS <= launches[at]! && launches[at]! < until)
    .map(({ votesCount }) => votesCount!)
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
    expect(lines).toHaveLength(products.length + 2 * DAYS + 7)
  })

  it('the sample has at least 340 complete products', () => {
    expect(products.length).toBeGreaterThanOrEqual(340)
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
    for (let daysAgo = 0; daysAgo + days <= DAYS; daysAgo += 1) {
      const [first = 0, second = 0] = votesOf(days, daysAgo)
      expect(first).toBeGreaterThan(second)
    }
  })

  it('the launches before its last day are spread evenly', () => {
    const counts = Array.from({ length: DAYS - 1 }, (_, at) => votesOf(1, at + 1).length)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    expect(votesOf(DAYS, 0)).toHaveLength(products.length)
  })
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
  const noon = products.find(({ launchedAt }) => launchedAt === `${today}T12:00:00.000Z`)!

  it('a launch appears at its minute, in lists and by its id', async () => {
    const [before, after] = [at('2027-03-15T11:59:59.999Z'), at('2027-03-15T12:00:00.000Z')]
    expect((await before.product({ id: noon.id })).products).toEqual([])
    const all = async (source: typeof before) => (await source.launches({ limit: 1 })).total!
    expect((await all(after)) - (await all(before))).toBe(1)
    const [found] = (await after.product({ id: noon.id })).products
    expect(found).toMatchObject({ launchedAt: '2027-03-15T12:00:00.000Z', votesCount: 0 })
  })

  it('dates move when the UTC day changes, into the past too', async () => {
    const { id } = products[0]!
    const dayOf = async (instant: string) =>
      (await at(instant).product({ id })).products[0]!.launchedAt!.slice(0, 10)
    expect(await dayOf('2027-03-15T23:59:59.999Z')).toBe('2027-01-12')
    expect(await dayOf('2027-03-16T00:00:00.000Z')).toBe('2027-01-13')
    expect(await dayOf('2020-02-29T00:00:00.000Z')).toBe('2019-12-29')
  })
})

describe('today in the sample', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const anyInstant = fc.integer({ min: Date.UTC(2024), max: Date.UTC(2034) })
  const QUARTER_MS = HOUR_MS / 4
  const aboutMidnightSomewhere = fc
    .tuple(anyInstant, fc.nat(1000))
    .map(([instant, after]) => Math.floor(instant / QUARTER_MS) * QUARTER_MS + after)

  it('the sample shows launches of today in every zone from its first minute, and none of the future', async () => {
    const instants = fc.oneof(anyInstant, aboutMidnightSomewhere)
    await fc.assert(
      fc.asyncProperty(instants, fc.constantFrom(...zones), async (instant, tz) => {
        const now = new Date(instant)
        const source = catalogueSource(sampleCatalogue({ now: () => now }), { now: () => now })
        const { window } = resolveTimeframe('today', { tz, now })
        const instantsOf = async (request: Parameters<typeof source.top>[0]) =>
          (await source.top(request)).products.map(({ launchedAt }) => Date.parse(launchedAt!))
        const today = await instantsOf({ order: 'RANKING', window, limit: 100 })
        expect(today.length).toBeGreaterThan(0)
        const all = await instantsOf({ order: 'VOTES', limit: 1000 })
        expect(Math.max(...all)).toBeLessThanOrEqual(instant)
      }),
      { numRuns: 500 },
    )
  }, 120_000)
})
