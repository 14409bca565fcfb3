import { describe, expect, it } from 'vitest'
import { paceOf } from '../../src/history/history.ts'

const MINUTE = 60_000

function counted(...counts: [minute: number, votes: number][]) {
  const snapshots = counts.map(([minute, votes]) => ({
    at: minute * MINUTE,
    votes,
    comments: null,
    rank: null,
  }))
  return { launchedAt: 0, snapshots }
}

describe('the pace of a launch', () => {
  it('is what came between the last count and the one an hour before it', () => {
    const launch = counted([10, 5], [110, 40], [120, 44], [170, 70], [180, 73])
    expect(paceOf(launch, 185 * MINUTE)).toMatchObject({
      gained: 29,
      from: { at: 120 * MINUTE, votes: 44 },
      until: { at: 180 * MINUTE, votes: 73 },
    })
  })

  it('names the count that there is, where none is exactly an hour old', () => {
    const pace = paceOf(counted([80, 40], [170, 70]), 171 * MINUTE)
    expect(pace).toMatchObject({ gained: 30, from: { at: 80 * MINUTE } })
  })

  it('is counted from zero at a launch within the hour', () => {
    const pace = paceOf(counted([20, 9], [30, 12]), 31 * MINUTE)
    expect(pace).toMatchObject({ gained: 12, from: { at: 0, votes: 0 }, until: { votes: 12 } })
  })

  it('is unknown without a count of the last hour, or of the hour before', () => {
    expect(paceOf(counted([60, 40], [120, 70]), 180 * MINUTE)).toBeUndefined()
    expect(paceOf(counted([10, 4], [180, 70]), 181 * MINUTE)).toBeUndefined()
    expect(paceOf(counted(), 10 * MINUTE)).toBeUndefined()
  })
})
