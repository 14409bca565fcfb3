import fc from 'fast-check'
import moment from 'moment-timezone'
import { describe, expect, it } from 'vitest'
import { findZone } from '../../src/ranking/calendar.ts'

// The whole of the packed data, read by the library that packs it.

const FROM = Date.UTC(1990)
const UNTIL = Date.UTC(2038)
const names = moment.tz.names()

describe('findZone() and moment-timezone', () => {
  it('the offsets of all zones are those of the package, before and after each change', () => {
    const wrong = names.filter((name) =>
      changesOf(name).some((instant) => [-1, 0].some((ms) => !agrees(name, instant + ms))),
    )
    expect(names.length).toBeGreaterThan(590)
    expect(wrong).toEqual([])
  })

  it('the offsets of all zones are those of the package at any instant', () => {
    const instant = fc.integer({ min: FROM, max: UNTIL - 1 })
    fc.assert(
      fc.property(fc.constantFrom(...names), instant, (name, at) => {
        expect(agrees(name, at), name).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})

function changesOf(name: string): number[] {
  const changes = moment.tz.zone(name)?.untils ?? []
  return [FROM, ...changes.filter((instant) => FROM < instant && instant < UNTIL), UNTIL]
}

function agrees(name: string, instant: number): boolean {
  if (instant < FROM || instant >= UNTIL) return true
  const east = -(moment.tz.zone(name)?.utcOffset(instant) ?? Number.NaN)
  return findZone(name)?.offset(instant) === east
}
