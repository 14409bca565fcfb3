import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/core/run.ts'
import { createStoredTurns } from '../../src/runs/stored-turns.ts'
import { storedTurns } from '../../src/storage/run-schema.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { silentLog as log } from '../platform/delivery/delivery.fixture.ts'

const said = (content: string): Message => ({ role: 'user', content, toolCalls: [] })
const turn = { before: [said('a')], answer: said('b') }

const whole = (...ids: string[]) => ({ whole: ids, answers: [] })

async function turnsOf(limits?: { ofOwner: number; inAll: number }) {
  const database = await emptyDatabase()
  let nowMs = 1_000_000_000
  const turns = createStoredTurns({ database, now: () => new Date(nowMs), log, limits })
  const pass = (ms: number) => {
    nowMs += ms
  }
  const idsOf = async (owner: string) => [
    ...(await turns.find(whole('1', '2', '3', '4'), owner)).keys(),
  ]
  return { database, turns, pass, idsOf }
}

describe('kept turns', () => {
  it('are found by their owner, and replaced by one with the same id', async () => {
    const { turns } = await turnsOf()
    expect(await turns.keep({ ...turn, owner: 'ann', turnId: '1' })).toBe(true)
    await turns.keep({ ...turn, owner: 'bob', turnId: '1', answer: said('c') })
    await turns.keep({ ...turn, owner: 'ann', turnId: '1', answer: said('d') })
    const [found] = (await turns.find(whole('1', '2'), 'ann')).values()
    expect(found).toMatchObject({ before: turn.before, answer: said('d') })
    expect((await turns.find(whole('1'), 'bob')).get('1')?.answer.content).toBe('c')
  })

  it('of which only the answers are wanted are found without what was said before', async () => {
    const { turns } = await turnsOf()
    for (const turnId of ['1', '2']) await turns.keep({ ...turn, owner: 'ann', turnId })
    const found = await turns.find({ whole: ['1'], answers: ['1', '2'] }, 'ann')
    expect(found.get('1')).toMatchObject(turn)
    expect(found.get('2')).toMatchObject({ before: [], answer: turn.answer })
  })

  it('are let go of after an hour, whether there are others or not', async () => {
    const { database, turns, pass } = await turnsOf()
    await turns.keep({ ...turn, owner: 'ann', turnId: '1' })
    pass(3_600_000)
    await turns.settle()
    expect(await database.select().from(storedTurns)).toHaveLength(1)
    pass(1)
    await turns.settle()
    expect(await database.select().from(storedTurns)).toEqual([])
  })

  it('the oldest make room, of an owner and in all', async () => {
    const { turns, pass, idsOf } = await turnsOf({ ofOwner: 20_000, inAll: 28_000 })
    for (const turnId of ['1', '2', '3']) {
      await turns.keep({ ...turn, owner: 'ann', turnId })
      pass(1)
    }
    expect(await idsOf('ann')).toEqual(['2', '3'])
    await turns.keep({ ...turn, owner: 'bob', turnId: '1' })
    expect([await idsOf('ann'), await idsOf('bob')]).toEqual([['2', '3'], ['1']])
  })

  it('whoever has the most loses first, however new what they keep is', async () => {
    const { turns, pass, idsOf } = await turnsOf({ ofOwner: 40_000, inAll: 30_000 })
    await turns.keep({ ...turn, owner: 'bob', turnId: '1' })
    for (const turnId of ['1', '2', '3', '4']) {
      pass(1)
      await turns.keep({ ...turn, owner: 'ann', turnId })
    }
    expect([await idsOf('ann'), await idsOf('bob')]).toEqual([['3', '4'], ['1']])
  })

  it('answers that are too long together are refused before they are read', async () => {
    const { turns } = await turnsOf()
    const answer = said('a'.repeat(600_000))
    for (const turnId of ['1', '2']) await turns.keep({ ...turn, answer, owner: 'ann', turnId })
    expect((await turns.find({ whole: [], answers: ['1', '1'] }, 'ann')).size).toBe(1)
    const both = turns.find({ whole: [], answers: ['1', '2'] }, 'ann')
    await expect(both).rejects.toMatchObject({ code: 'invalid-request' })
  })
})
