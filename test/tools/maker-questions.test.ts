import { beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../../src/ranking/product.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { NOW, post, testApp } from '../helper/test-services.ts'

/** What the service says without an agent: the facts that answers are held against. */
interface Facts {
  mine: Product
  today: Product[]
  week: Product[]
  /** Votes of a launch by their instants. */
  votesOf(id: string): Promise<{ at: string; votes: number; rank: number | null }[]>
}

let facts: Facts

beforeAll(async () => {
  const { app } = testApp()
  const get = async (path: string) => (await app.request(path)).json()
  const all = async (timeframe: string) =>
    (await get(`/api/launches?timeframe=${timeframe}&limit=100`)).posts
  const [today, week] = [await all('today'), await all('2026-W47')]
  const votesOf = async (id: string) => (await get(`/api/products/${id}/history`)).points
  facts = { mine: today[6], today, week, votesOf }
})

const votes = (product: Product | undefined) => product?.votesCount ?? Number.NaN

/** What a host that was asked gets from the tool that it calls. */
async function asked(question: string, toolName: string, input: object) {
  const model = scriptedModel(calls([toolName, input]), says('Here it is.'))
  const { app } = testApp({ parts: { model } })
  const response = await app.request('/api/chat', post({ message: question }))
  return (await response.json()).toolResults[0].result
}

interface Question {
  question: string
  tool: string
  input?: (facts: Facts) => object
  /** What the answer says. */
  // biome-ignore lint/suspicious/noExplicitAny: results of any tool
  answer(result: any): unknown
  truth(facts: Facts): unknown
}

const ofMine = ({ mine }: Facts) => ({ product: mine.name })
const launch = (parts: Omit<Question, 'tool' | 'input'>): Question => ({
  tool: 'getProduct',
  input: ofMine,
  ...parts,
})
const gainedInAnHour = async (id: string, { votesOf }: Facts) => {
  const points = await votesOf(id)
  const last = points.at(-1)
  const before = points.find(({ at }) => at === new Date(+NOW - 3_600_000).toISOString())
  return (last?.votes ?? 0) - (before?.votes ?? 0)
}

const QUESTIONS: readonly Question[] = [
  {
    question: 'How do its neighbours compare with it?',
    tool: 'getProduct',
    input: ({ mine, today }) => ({
      product: mine.id,
      compareWith: [today[5]?.name, today[7]?.name],
    }),
    answer: ({ product, compared }) =>
      [product, ...compared.map((other: { product: Product }) => other.product)].map(
        ({ id }) => id,
      ),
    truth: ({ mine, today }) => [mine, today[5], today[7]].map((launch) => launch?.id),
  },
  launch({
    question: 'What rank is it right now?',
    answer: ({ ranks }) => ranks.day.rank,
    truth: () => 7,
  }),
  launch({
    question: 'And in this week?',
    answer: ({ ranks }) => ranks.week.rank,
    truth: ({ week, mine }) => week.findIndex(({ id }) => id === mine.id) + 1,
  }),
  launch({
    question: 'Who is just above and below me?',
    answer: ({ ranks }) => ranks.day.neighbours.map(({ id }: Product) => id),
    truth: ({ today }) => [today[5]?.id, today[7]?.id],
  }),
  launch({
    question: 'How many votes to the next place?',
    answer: ({ ranks }) => ranks.day.votesToNext,
    truth: ({ today, mine }) => votes(today[5]) - votes(mine) + 1,
  }),
  launch({
    question: 'How far ahead of the next one am I?',
    answer: ({ ranks }) => ranks.day.votesAhead,
    truth: ({ today, mine }) => votes(mine) - votes(today[7]),
  }),
  launch({
    question: 'Is that lead safe?',
    answer: ({ ranks }) => ranks.day.isClear,
    truth: ({ today, mine }) =>
      votes(mine) - votes(today[7]) >= Math.sqrt(votes(mine) + votes(today[7])),
  }),
  launch({
    question: 'How many votes do I need for the top 5?',
    answer: ({ leaders }) => leaders[4].votesNeeded,
    truth: ({ today, mine }) => votes(today[4]) - votes(mine) + 1,
  }),
  launch({
    question: 'How is my launch doing against the top 5?',
    answer: ({ leaders }) => leaders.map(({ id, votesCount }: Product) => [id, votesCount]),
    truth: ({ today }) => today.slice(0, 5).map(({ id, votesCount }) => [id, votesCount]),
  }),
  launch({
    question: 'How fast do my votes come in?',
    answer: ({ pace }) => pace.gained,
    truth: (known) => gainedInAnHour(known.mine.id, known),
  }),
  launch({
    question: 'Am I faster than number one?',
    answer: ({ leaders }) => leaders[0].pace.gained,
    truth: (known) => gainedInAnHour(known.today[0]?.id ?? '', known),
  }),
  {
    question: 'Is 40 votes after 6 hours good?',
    tool: 'getBenchmark',
    input: () => ({ hours: 6, votes: 40 }),
    answer: ({ percentile, median }) => [percentile < 50, 40 < median],
    truth: () => [true, true],
  },
  launch({
    question: 'How does it compare with launches of its age?',
    answer: ({ benchmark }) => [benchmark.votes, benchmark.compared > 100],
    truth: async ({ mine, votesOf }) => {
      const ageMs = Math.floor((+NOW - Date.parse(mine.launchedAt ?? '')) / 3_600_000) * 3_600_000
      const at = new Date(Date.parse(mine.launchedAt ?? '') + ageMs).toISOString()
      const before = (await votesOf(mine.id)).filter((point) => point.at <= at)
      return [before.at(-1)?.votes, true]
    },
  }),
  {
    question: 'How many votes do launches have after 6 hours?',
    tool: 'getBenchmark',
    input: () => ({ hours: 6 }),
    answer: ({ median, bestTenth, percentile }) => [median > 0, median < bestTenth, percentile],
    truth: () => [true, true, null],
  },
  launch({
    question: 'How many votes did I have after an hour?',
    answer: ({ firstVotes }) => firstVotes.hour,
    truth: async ({ mine, votesOf }) => {
      const end = new Date(Date.parse(mine.launchedAt ?? '') + 3_600_000).toISOString()
      return (await votesOf(mine.id)).filter(({ at }) => at <= end).at(-1)?.votes
    },
  }),
  launch({
    question: 'How many launches am I up against?',
    answer: ({ ranks }) => ranks.day.of,
    truth: ({ today }) => today.length,
  }),
  launch({
    question: 'When did I launch?',
    answer: ({ product }) => product.launchedAt,
    truth: ({ mine }) => mine.launchedAt,
  }),
  launch({
    question: 'Who made it, and where is its website?',
    answer: ({ product }) => [product.makers, product.website],
    truth: () => [undefined, undefined],
  }),
  {
    question: 'Which launches of today have passed 50 votes?',
    tool: 'getTopProductsByTimeframe',
    input: () => ({ timeframe: 'today', minVotes: 50, limit: 10 }),
    answer: ({ posts }) => posts.map(({ id }: Product) => id),
    truth: ({ today }) => today.filter((one) => votes(one) >= 50).map(({ id }) => id),
  },
  {
    question: 'Who has the podium of today?',
    tool: 'getTopProductsByTimeframe',
    input: () => ({ timeframe: 'today', maxRank: 3, limit: 10 }),
    answer: ({ posts }) => posts.map(({ id }: Product) => id),
    truth: ({ today }) => today.slice(0, 3).map(({ id }) => id),
  },
  {
    question: 'How many of this week have 100 votes?',
    tool: 'findLaunches',
    input: () => ({ timeframe: '2026-W47', minVotes: 100 }),
    answer: ({ total }) => total,
    truth: ({ week }) => week.filter((one) => votes(one) >= 100).length,
  },
  {
    question: 'How many of today are not of my topic, and none of no topic at all?',
    tool: 'findLaunches',
    input: ({ mine }) => ({ timeframe: 'today', exceptTopics: [mine.topics[0], 'Nothing'] }),
    answer: ({ total, note }) => [total, note],
    truth: ({ today, mine }) => [
      today.filter(({ topics }) => !topics.includes(mine.topics[0] ?? '')).length,
      'None is in Nothing anyway.',
    ],
  },
  {
    question: 'How many of this week share both my topics?',
    tool: 'findLaunches',
    input: ({ mine }) => ({ timeframe: '2026-W47', withTopics: mine.topics }),
    answer: ({ total }) => total,
    truth: ({ week, mine }) =>
      week.filter(({ topics }) => mine.topics.every((one) => topics.includes(one))).length,
  },
  {
    question: 'Who of my topic is best today?',
    tool: 'getTopProductsByTimeframe',
    input: ({ mine }) => ({ timeframe: 'today', topic: mine.topics[0], limit: 1 }),
    answer: ({ posts }) => posts[0].id,
    truth: ({ today, mine }) =>
      today.find(({ topics }) => topics.includes(mine.topics[0] ?? ''))?.id,
  },
  {
    question: 'Is number one rising?',
    tool: 'getTrendingProducts',
    input: () => ({ window: '3h', limit: 10, minVotes: 1 }),
    answer: ({ posts }) => posts.map(({ id }: Product) => id),
    // A late hit and a slow start: number one is not.
    truth: () => ['sample-335', 'sample-352'],
  },
  {
    question: 'What was my best rank so far?',
    tool: 'getProductHistory',
    input: ofMine,
    answer: ({ bestRank }) => bestRank.rank,
    truth: async ({ mine, votesOf }) =>
      Math.min(...(await votesOf(mine.id)).map(({ rank }) => rank ?? Infinity)),
  },
  {
    question: 'What launches like mine are there?',
    tool: 'getProduct',
    input: ofMine,
    answer: ({ product, related }) =>
      related.every(({ topics }: Product) => topics.some((one) => product.topics.includes(one))),
    truth: () => true,
  },
]

describe('what a maker asks on launch day is in the answer of a tool', () => {
  it.each(QUESTIONS)('$question', async ({ question, tool, input, answer, truth }) => {
    const result = await asked(question, tool, input?.(facts) ?? {})
    expect(answer(result)).toEqual(await truth(facts))
  })
})
