import { describe, expect, it } from 'vitest'
import { settleAnswers } from '../../../src/platform/answers/run.ts'
import { runs } from '../../../src/storage/run-schema.ts'
import { answers } from '../../../src/storage/schema.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'
import { text } from '../people.fixture.ts'
import { patientAgent, patientPlatform, until } from './patient-agent.fixture.ts'

describe('a run whose process is gone', () => {
  const LATER = new Date(NOW.getTime() + 60_000)

  it('an expired run is settled once by the next message', async () => {
    const gone = await patientPlatform()
    const { database, seen, release } = gone
    await gone.send('one')
    await until(() => seen.asked.length === 1)
    await gone.send('two')

    const agent = patientAgent()
    agent.release()
    const next = await testPlatform({
      ...{ database, now: () => LATER },
      parts: { agentFetch: agent.fetch },
    })
    await next.call('POST', '/v3/messages', { as: 'ann', body: text('helper', 'three') })
    const settled = (await gone.answers(3)).map(({ data }: { data: { text: string } }) => data.text)
    expect(settled).toEqual([
      'The answer was interrupted.',
      'The answer was interrupted.',
      'Well then',
    ])

    // It was only asleep: what it has to say now comes too late.
    release()
    await gone.stop()
    expect(await gone.answers(3)).toHaveLength(3)
    const rows = await database.select().from(runs)
    expect(rows.map(({ state }) => state).sort()).toEqual(['done', 'stopped', 'stopped'])
    const answered = await database.select().from(answers)
    expect(answered.every(({ answerId }) => answerId !== null)).toBe(true)
  })

  it('it is settled without anybody touching the conversation, and once', async () => {
    const gone = await patientPlatform()
    const { database, records, seen } = gone
    await gone.send('one')
    await until(() => seen.asked.length === 1)
    const { log } = gone.services
    await settleAnswers({ database, now: () => NOW, log })
    expect((await database.select().from(runs)).map(({ state }) => state)).toEqual(['running'])
    const later = { database, now: () => LATER, log }
    await Promise.all([settleAnswers(later), settleAnswers(later)])
    expect(await gone.answers(1)).toHaveLength(1)
    expect(JSON.stringify(records())).toContain('run-settled')
    await gone.stop()
  })
})
