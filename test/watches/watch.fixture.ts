import { createLog } from '../../src/core/log.ts'
import { nodeFetch } from '../../src/core/upstream/guarded-fetch.node.ts'
import type { History, VoteCount } from '../../src/history/history.ts'
import type { Product } from '../../src/ranking/product.ts'
import type { SourceResult } from '../../src/sources/source.ts'
import { WatchBody } from '../../src/watches/watch.ts'
import type { WatchDeps } from '../../src/watches/watch-deps.ts'
import { createWatches } from '../../src/watches/watches.ts'
import { emptyDatabase } from '../helper/test-database.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const START = Date.parse('2026-11-20T12:00:00Z')

export interface Counted {
  product: Product
  counts: VoteCount[]
}

function productOf(id: string, launchedAt: number, topics: string[]): Product {
  const text = {
    name: `Launch ${id}`,
    tagline: null,
    url: `https://example.org/${id}`,
    imageUrl: null,
  }
  const counts = { votesCount: 0, commentsCount: 0 }
  return { id, ...text, ...counts, launchedAt: new Date(launchedAt).toISOString(), topics }
}

const unused = () => Promise.reject(new Error('not asked for here'))

/** Watches over launches whose counts the test gives. */
export async function setup({ database = undefined, ...rest }: Partial<WatchDeps> = {}) {
  const state = { now: START, reading: 0 }
  const launches = new Map<string, Counted>()
  const now = () => new Date(state.now)
  const lines: string[] = []

  const history: History = {
    source: 'catalogue',
    timezone: 'UTC',
    isSimulated: false,
    launch: unused,
    stepwise: unused,
    curves: unused,
    votesAtAge: unused,
    state: unused,
    version: async () => String(state.reading),
    counted: async (instants) =>
      [...launches.values()].map(({ product, counts }) => ({
        id: product.id,
        launchedAt: Date.parse(product.launchedAt ?? ''),
        counts: instants.map((instant) => counts.findLast(({ at }) => at <= instant)),
      })),
    products: async (ids) =>
      [...launches.values()].flatMap(({ product, counts }) =>
        ids.includes(product.id) ? [{ ...product, votesCount: counts.at(-1)?.votes ?? 0 }] : [],
      ),
  }

  const answer = (products: readonly Product[]): SourceResult => {
    return { products: [...products], source: 'catalogue', asOf: now().toISOString(), stale: false }
  }

  const deps: WatchDeps = {
    database: database ?? (await emptyDatabase()),
    log: createLog({ level: 'debug', write: (line) => lines.push(line), now }),
    now,
    history,
    readRising: async () => ({
      ...{ rising: [], compared: 0, missing: undefined, stale: false },
      asOf: now().toISOString(),
    }),
    ranking: {
      launches: async () => ({
        ...answer(await history.products([...launches.keys()])),
        version: '',
        hasMore: false,
      }),
      product: async ({ id }) => answer(await history.products([id])),
      top: async () => answer([]),
    },
    defaultTimezone: 'UTC',
    fetch: nodeFetch({ allowLocal: true }),
    allowLocal: true,
    dataKey: undefined,
    ...rest,
  }
  const watches = createWatches(deps)

  return {
    state,
    deps,
    watches,
    launches,
    records: () => lines.map((line) => JSON.parse(line)),
    launch(id: string, launchedAt = START - HOUR, topics = ['AI']) {
      launches.set(id, { product: productOf(id, launchedAt, topics), counts: [] })
    },
    /** Ten minutes later these votes are read. */
    read(votes: Record<string, number>, ms = 10 * MINUTE) {
      state.now += ms
      state.reading += 1
      for (const [id, count] of Object.entries(votes)) {
        launches.get(id)?.counts.push({ at: state.now, votes: count })
      }
    },
    /** A second after the counts, so that all of them are stored. */
    create(body: unknown, owner = '') {
      state.now += 1_000
      return watches.create(owner, WatchBody.parse(body))
    },
  }
}
