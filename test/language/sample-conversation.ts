import { createReadRising } from '../../src/history/read-rising.ts'
import { simulatedHistory } from '../../src/history/simulated-history.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import { embeddedSearch } from '../../src/sources/embedded-search.ts'
import { sampleCatalogue } from '../../src/sources/sample-catalogue.ts'
import { createTools } from '../../src/tools/tools.ts'
import { DEFAULT_TIMEZONE, type Message, run } from './converse.ts'

const NOW = new Date('2026-11-25T18:00:00.000Z')
const now = () => NOW
export const catalogue = sampleCatalogue({ now })
const history = simulatedHistory({ timezone: DEFAULT_TIMEZONE, now })
export const tools = createTools({
  ranking: catalogueSource(catalogue, { now }),
  search: embeddedSearch(catalogue, { now }),
  history,
  readRising: createReadRising({ history, now, clock: () => 0 }),
  now,
  defaultTimezone: DEFAULT_TIMEZONE,
  launchTimezone: DEFAULT_TIMEZONE,
})

/** The answer to the last of some messages, each of which gets its answer. */
export async function answerTo(turns: readonly string[]) {
  const messages: Message[] = []
  for (const content of turns) {
    messages.push({ role: 'user', content })
    const { text } = await run(messages, tools, NOW)
    messages.push({ role: 'assistant', content: text })
  }
  return messages.at(-1)?.content ?? ''
}
