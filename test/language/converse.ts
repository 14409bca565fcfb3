import { runAgent } from '../../src/agent/run-agent.ts'
import { collectRun } from '../../src/core/collect-run.ts'
import { createLog } from '../../src/core/log.ts'
import type { LaunchHistory } from '../../src/history/history.ts'
import { noHistory } from '../../src/history/no-history.ts'
import { embeddedModel } from '../../src/language/embedded-model.ts'
import { modelData } from '../../src/language/model-data.node.ts'
import type { Product } from '../../src/ranking/product.ts'
import type { SourceResult } from '../../src/sources/source.ts'
import type { Tool } from '../../src/tools/tool.ts'
import { createTools } from '../../src/tools/tools.ts'
import { SentMessages } from '../../src/wires/message.ts'
import { fakeSource } from '../helper/fake-source.ts'
import type { Call } from './judge.ts'

export const NOW = new Date('2026-11-20T18:00:00.000Z')
export const DEFAULT_TIMEZONE = 'America/New_York'

export interface Message {
  role: 'user' | 'assistant'
  content: string
}

interface Setup {
  now?: Date
  /** Overrides the result of every ranking, and of a search unless it is for one of them by name. */
  reading?: Partial<SourceResult>
  /** Why nothing can be told of what is rising. */
  missing?: string
  /** Names of the offered tools. All of them by default. */
  only?: string[]
}

const HOUR_MS = 3_600_000

const names = [
  'Larkspur',
  'Brontide',
  'Quenby',
  'Ostrova',
  'Tidemill',
  'Pellow',
  'Anselm',
  'Wexley',
]

export function products(count: number): Product[] {
  return names.slice(0, count).map((name, at) => ({
    id: name,
    name,
    tagline: `The ${name} way`,
    url: `https://example.com/${name}`,
    imageUrl: null,
    votesCount: 1234 - at,
    commentsCount: 56 - at,
    launchedAt: NOW.toISOString(),
    topics: ['Testing'],
  }))
}

function rising(products: readonly Product[]) {
  return products.map((product, at) => {
    return { ...product, minutes: 60, gained: 60 - at, expected: 9.5, chance: 1e-6 }
  })
}

/** A launch that got 60 votes an hour. */
async function launch(id: string): Promise<LaunchHistory | undefined> {
  const product = products(8).find((one) => one.id === id)
  const launchedAt = NOW.getTime() - 30 * HOUR_MS
  const snapshots = Array.from({ length: 30 }, (_, at) => {
    return { at: launchedAt + (at + 1) * HOUR_MS, votes: 60 * (at + 1), comments: at, rank: 3 }
  })
  return product && { product, launchedAt, snapshots, gaps: [] }
}

const EMPTY = { since: null, last: null, snapshots: 0, bytes: 0 }

/** A complete run of the agent: it asks the model and runs its tools until there is a text. */
export async function converse(messages: Message[], setup: Setup = {}) {
  const { now = NOW, reading, missing, only } = setup
  const found: SourceResult = {
    products: products(8),
    source: 'catalogue',
    asOf: now.toISOString(),
    stale: false,
    ...reading,
  }
  const give = async ({ limit }: { limit: number }) => ({
    ...found,
    products: found.products.slice(0, limit),
  })
  const search = async ({ query, limit }: { query: string; limit: number }) => {
    const isNamed = ({ name }: Product) => query.toLowerCase().includes(name.toLowerCase())
    const named = found.products.filter(isNamed)
    return { ...found, products: (named.length > 0 ? named : found.products).slice(0, limit) }
  }
  const clock = { now: () => now, defaultTimezone: DEFAULT_TIMEZONE }
  const launchTimezone = DEFAULT_TIMEZONE
  const ours = createTools({
    ranking: fakeSource({
      top: give,
      launches: async (asked) => ({ ...(await give(asked)), version: '', hasMore: false }),
      product: async ({ id }) => ({
        ...found,
        products: found.products.filter((one) => one.id === id),
      }),
    }),
    search: { name: found.source, search },
    history: {
      ...noHistory(found.source, ''),
      isAbsent: undefined,
      launch,
      state: async () => EMPTY,
      votesAtAge: async () => [],
    },
    readRising: async () => ({
      rising: rising(found.products),
      compared: 100,
      missing,
      asOf: found.asOf,
      stale: found.stale,
    }),
    ...clock,
    launchTimezone,
  })
  const tools = ours.filter(({ name }) => only?.includes(name) ?? true)
  return await run(messages, tools, now)
}

/** A run of the agent with some tools. */
export async function run(messages: Message[], tools: readonly Tool[], at: Date) {
  const clock = { now: () => at, defaultTimezone: DEFAULT_TIMEZONE }
  const log = createLog({ level: 'silent', write: () => {}, now: clock.now })
  const model = embeddedModel({ ...clock, data: await modelData() })
  const deps = { ...clock, model, tools, log }
  const input = { threadId: 't', runId: 'r', messages: SentMessages.parse(messages) }
  const { text, toolResults } = await collectRun(
    runAgent(input, deps, new AbortController().signal),
  )
  const calls = toolResults.map(({ toolName, input }): Call => ({ toolName, input: Object(input) }))
  return { calls, text }
}

export async function ask(text: string, setup: Setup = {}) {
  return await converse([{ role: 'user', content: text }], setup)
}
