import { expect, it } from 'vitest'
import { understand } from '../../src/language/dialogue/understand.ts'
import { reply } from '../../src/language/reply.ts'
import { parseExample } from '../../src/language/training/examples.ts'
import { DEFAULT_TIMEZONE, NOW } from './converse.ts'
import { model } from './wordings.ts'

const clock = { now: NOW, defaultTimezone: DEFAULT_TIMEZONE }
/** As if the examples had taught it. */
const taught = { ...model, intent: () => [{ name: 'getMakers', probability: 1 }] }
const tool = {
  type: 'function' as const,
  name: 'getMakers',
  inputSchema: { type: 'object' as const, properties: { limit: {}, timeframe: {} } },
}

it('a tool that examples name is called with what the message has for its parameters', () => {
  expect(parseExample('getMakers\twho makes most?')).toMatchObject({ intent: 'getMakers' })
  const content = [{ type: 'text' as const, text: 'the 4 busiest makers of last week in Berlin' }]
  const ask = (tools: (typeof tool)[]) =>
    reply(
      { prompt: [{ role: 'user', content }], tools },
      { ...clock, understand: (asked, at) => understand(asked, at, taught) },
    )
  expect(ask([tool]).calls).toEqual([
    { toolName: 'getMakers', input: { limit: 4, timeframe: 'last_week' } },
  ])
  expect(ask([])).toMatchObject({ calls: [], text: expect.stringContaining('not at hand') })
})
