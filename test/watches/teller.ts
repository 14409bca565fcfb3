// A process that evaluates and sends as fast as it can, over launches that get a vote in every step.

import { createLog } from '../../src/core/log.ts'
import { nodeFetch } from '../../src/core/upstream/guarded-fetch.node.ts'
import type { History } from '../../src/history/history.ts'
import { createWatches } from '../../src/watches/watches.ts'
import { openLibsql } from '../helper/open-libsql.ts'

const [url = '', ...numbers] = process.argv.slice(2)
const [START = 0, LAUNCHES = 0, STEP_MS = 1] = numbers.map(Number)

const launches = Array.from({ length: LAUNCHES }, (_, at) => {
  const launchedAt = START + at * STEP_MS
  const text = { name: `Launch ${at}`, tagline: null, url: null, imageUrl: null }
  const counts = { votesCount: 0, commentsCount: 0 }
  return {
    id: String(at),
    ...text,
    ...counts,
    launchedAt: new Date(launchedAt).toISOString(),
    topics: [],
  }
})

const stepAt = (instant: number) => Math.floor((instant - START) / STEP_MS)
const unused = () => Promise.reject(new Error('not asked for here'))

const history: History = {
  source: 'catalogue',
  timezone: 'UTC',
  isSimulated: false,
  ...{ launch: unused, stepwise: unused, curves: unused, votesAtAge: unused, state: unused },
  version: async () => String(stepAt(Date.now())),
  counted: async (instants) =>
    launches.flatMap(({ id }, at) => {
      const counts = instants.map((instant) => {
        const step = stepAt(instant)
        return step > at ? { at: START + step * STEP_MS, votes: step - at } : undefined
      })
      return counts[0] ? [{ id, launchedAt: START + at * STEP_MS, counts }] : []
    }),
  products: async (ids) => launches.filter(({ id }) => ids.includes(id)),
}

const { database } = await openLibsql(url)
const now = () => new Date()
const answer = { products: [], source: 'catalogue' as const, asOf: '', stale: false }
const watches = createWatches({
  ...{ database, history, now, defaultTimezone: 'UTC', allowLocal: true, dataKey: undefined },
  log: createLog({ level: 'error', write: (line) => process.stderr.write(`${line}\n`), now }),
  readRising: unused,
  ranking: { launches: unused, product: async () => answer, top: async () => answer },
  fetch: nodeFetch({ allowLocal: true }),
})

process.send?.('ready')
const busy = (error: unknown) => process.stderr.write(`${error}\n`)
for (;;) {
  await watches.evaluate().catch(busy)
  await Promise.race([watches.deliver().catch(busy), new Promise((go) => setTimeout(go, 50))])
}
