import { describe, expect, it } from 'vitest'
import { settleAnswers } from '../../../src/platform/answers/run.ts'
import type { RunLeases } from '../../../src/runs/run-leases.ts'
import type { Database } from '../../../src/storage/database.ts'
import { runs } from '../../../src/storage/run-schema.ts'
import { answers } from '../../../src/storage/schema.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'
import { text } from '../people.fixture.ts'
import { patientAgent, patientPlatform, until } from './patient-agent.fixture.ts'

describe('a run whose process is gone', () => {
  /** It no longer renews what it has. */
  const leases: RunLeases = { take: () => ({ changed() {}, release: async () => {} }) }
  const expire = (database: Database) => database.update(runs).set({ expiresAtMs: 0 })

  it('an expired run is settled once by the next message', async () => {
    const gone = await patientPlatform({ parts: { leases } })
    const { database, seen, release } = gone
    await gone.send('one')
    await until(() => seen.asked.length === 1)
    await gone.send('two')
    await expire(database)

    const agent = patientAgent()
    agent.release()
    const next = await testPlatform({
      database,
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
    const gone = await patientPlatform({ parts: { leases } })
    const { database, records, seen } = gone
    await gone.send('one')
    await until(() => seen.asked.length === 1)
    const { log } = gone.services
    const deps = { database, now: () => NOW, log }
    await settleAnswers(deps)
    expect((await database.select().from(runs)).map(({ state }) => state)).toEqual(['running'])
    await expire(database)
    await Promise.all([settleAnswers(deps), settleAnswers(deps)])
    expect(await gone.answers(1)).toHaveLength(1)
    expect(JSON.stringify(records())).toContain('run-settled')
    await gone.stop()
  })
})
