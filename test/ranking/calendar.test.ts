import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { dateAt, findZone, startOfDay } from '../../src/ranking/calendar.ts'

const zone = (name: string) => findZone(name)!
const utc = (date: string) => DateTime.fromISO(date, { zone: 'utc' })

describe('dateAt()', () => {
  it.each([
    ['2026-11-20T04:59:59.999Z', 'America/New_York', '2026-11-19'],
    ['2026-11-20T05:00:00.000Z', 'America/New_York', '2026-11-20'],
    ['2026-11-20T10:00:00.000Z', 'Pacific/Kiritimati', '2026-11-21'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
  ])('at %s the date in %s is %s', (instant, name, date) => {
    expect(dateAt(Date.parse(instant), zone(name)).toISODate()).toBe(date)
  })
})

describe('startOfDay()', () => {
  it.each([
    ['an ordinary day', '2026-11-20', 'America/New_York', '2026-11-20T05:00:00.000Z'],
    ['midnight is skipped', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['midnight comes twice', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['the whole day is skipped', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['the offset has seconds', '1971-06-01', 'Africa/Monrovia', '1971-06-01T00:44:30.000Z'],
  ])('%s: %s in %s starts at %s', (_name, date, name, start) => {
    expect(new Date(startOfDay(utc(date), zone(name))).toISOString()).toBe(start)
  })
})

describe('findZone()', () => {
  it.each([
    ['america/NEW_york', 'America/New_York'],
    ['UTC', 'UTC'],
    ['EST', 'EST'],
  ])('%s is found whatever its case', (name, found) => {
    expect(findZone(name)?.name.toLowerCase()).toBe(findZone(found)?.name.toLowerCase())
    expect(findZone(name)?.isValid).toBe(true)
  })

  it.each(['', 'AST', 'SystemV/EST5', '+05:00', 'Mars/Olympus', 'x'.repeat(100), '../etc'])(
    '%j is no zone',
    (name) => {
      expect(findZone(name)).toBeUndefined()
    },
  )
})
