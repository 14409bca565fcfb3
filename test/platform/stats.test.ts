import { describe, expect, it } from 'vitest'
import { runs } from '../../src/storage/run-schema.ts'
import { answers } from '../../src/storage/schema.ts'
import { NOW } from '../helper/test-services.ts'
import { chatPlatform } from './answers/chat.fixture.ts'
import { answering, bytesOf, linesOf, NDJSON } from './delivery/delivery.fixture.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ANSWER = [{ type: 'text_delta', content: 'Hello' }, { type: 'done' }]

describe('GET /v3/stats', () => {
  it('a day is counted by hour and a month by day, and how long answers took', async () => {
    const { call, ask, database } = await chatPlatform(
      answering([bytesOf(linesOf(...ANSWER))], NDJSON),
    )
    const stats = async (period = '') => (await call('GET', `/v3/stats${period}`)).body.data
    expect(await stats()).toMatchObject({ messages: 0, answers: 0, failures: 0, medianMs: null })
    const message = { receiver: 'helper', receiverType: 'user', data: { text: 'Hi' } }
    await ask('ann', message)
    const day = await stats()
    expect(day).toMatchObject({ messages: 2, answers: 1, failures: 0, isPartial: false })
    expect(day.intervals).toHaveLength(24)
    const nowMs = NOW.getTime()
    expect(day.intervals.at(-1)).toEqual({
      ...{ at: nowMs / 1000, messages: 2, answers: 1, failures: 0 },
    })

    const [run] = await database.select().from(runs)
    const [answer] = await database.select().from(answers)
    const recent = [1, 2, 3, 40].map((seconds) => {
      return { startedAtMs: nowMs, endedAtMs: nowMs + seconds * 1000, state: 'done' as const }
    })
    const others = [
      { startedAtMs: nowMs - 5, endedAtMs: nowMs, state: 'failed' as const },
      { startedAtMs: nowMs - DAY_MS - 1, endedAtMs: nowMs, state: 'failed' as const },
    ]
    await database.delete(runs)
    const all = [...recent, ...others].map((more, at) => ({ ...more, runId: `run-${at}` }))
    await database.insert(runs).values(all.map((more) => ({ ...run!, ...more })))
    await database.insert(answers).values(all.map(({ runId }) => ({ ...answer!, runId })))
    await call('DELETE', '/v3/ai-agents/agents/helper')
    const after = await stats()
    expect(after).toMatchObject({ answers: 4, failures: 1, medianMs: 3_000 })
    expect(after.intervals.at(-2)).toMatchObject({ answers: 0, failures: 1 })
    const month = await stats('?period=month')
    expect(month).toMatchObject({ answers: 4, failures: 2 })
    expect(month.intervals).toHaveLength(30)
    expect(month.intervals.at(-2)).toMatchObject({ failures: 1 })
  })
})
