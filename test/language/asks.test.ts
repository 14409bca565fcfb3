import { describe, expect, it } from 'vitest'
import { createReadRising } from '../../src/history/read-rising.ts'
import { simulatedHistory } from '../../src/history/simulated-history.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import { embeddedSearch } from '../../src/sources/embedded-search.ts'
import { sampleCatalogue } from '../../src/sources/sample-catalogue.ts'
import { createTools } from '../../src/tools/tools.ts'
import { DEFAULT_TIMEZONE, type Message, run } from './converse.ts'
import { type Says, saysJudge } from './judge-says.ts'

const NOW = new Date('2026-11-25T18:00:00.000Z')
const now = () => NOW
const catalogue = sampleCatalogue({ now })
const history = simulatedHistory({ timezone: DEFAULT_TIMEZONE, now })
const tools = createTools({
  ranking: catalogueSource(catalogue, { now }),
  search: embeddedSearch(catalogue, { now }),
  history,
  readRising: createReadRising({ history, now, clock: () => 0 }),
  now,
  defaultTimezone: DEFAULT_TIMEZONE,
  launchTimezone: DEFAULT_TIMEZONE,
})

/** The answer to the last of some messages, each of which gets its answer. */
async function answerTo(turns: readonly string[]) {
  const messages: Message[] = []
  for (const content of turns) {
    messages.push({ role: 'user', content })
    const { text } = await run(messages, tools, NOW)
    messages.push({ role: 'assistant', content: text })
  }
  return messages.at(-1)?.content ?? ''
}

describe('questions about known products', () => {
  it.each<[string[], Says]>([
    [['top 4 last month', 'who of these got the least comments?'], { lead: 'Agent Nettle' }],
    [['top 4 last month', 'the oldest one please'], { lead: 'Agent Nettle' }],
    [['top 3 in october', 'tell me about the 2nd one'], { lead: 'Doodlewick', all: [['1642']] }],
    [['is curlewtest bigger than wordmoth?'], { only: ['Curlewtest', 'Wordmoth'] }],
    [['how many more votes does Curlewtest have than Doodlewick?'], { all: [['251']] }],
    [['when did Curlewtest come out?'], { date: '2026-10-18', only: ['Curlewtest'] }],
    [['which categories is Curlewtest in'], { all: [['Developer Tools']] }],
    [['who came 4th last month'], { named: ['Wordmoth'], max: 4 }],
    [['top 3 last month', 'and just finance'], { lead: 'Net Fourteen', max: 3 }],
    [['top 3 in Finance last month', 'drop the category'], { lead: 'Curlewtest', max: 3 }],
    [['how many products came out in October?'], { all: [['189']] }],
    [['top 3 last month', 'which of those have over 1500 votes'], { max: 2, lead: 'Curlewtest' }],
    [['what was the most common topic in October'], { topic: 'Artificial Intelligence' }],
    [['top 3 last month', 'the others'], { named: ['Wordmoth'], not: ['Curlewtest'] }],
    [['how did Curlewtest rank last month?'], { rank: [1], max: 1 }],
    [['anything like Mothkey?'], { like: 'Mothkey' }],
    [['who is the ceo of Curlewtest'], { cannot: true }],
    [['top 3 last month', 'do they have an ios app?'], { cannot: true }],
    [['ping me when Tenantry wins'], { cannot: true }],
  ])('%j', async (turns, says) => {
    const { leaderboard } = await catalogue.current()
    const text = await answerTo(turns)
    expect({ text, isRight: saysJudge(leaderboard.products)(text, says) }).toEqual({
      text,
      isRight: true,
    })
  })
})
