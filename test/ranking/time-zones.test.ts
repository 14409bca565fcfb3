import { IANAZone } from 'luxon'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { from, published, release, until, zones } from '../../data/time-zones.json'
import { findZone } from '../../src/ranking/calendar.ts'
import {
  createZone,
  offerTimeZones,
  timeZonesInUse,
  timeZoneWarning,
} from '../../src/ranking/time-zones.ts'

const VANCOUVER = 'America/Vancouver'
const NOVEMBER = Date.parse('2026-11-28T12:00:00Z')

afterEach(() => {
  vi.restoreAllMocks()
  offerTimeZones(undefined)
})

describe('the bundled time zones', () => {
  it('the release and the laws of these years are those that were reviewed', async () => {
    await expect(reviewable()).toMatchFileSnapshot('time-zones.txt')
  })
})

describe('offerTimeZones()', () => {
  it('the bundled release is used where that of the runtime is earlier, the same or unknown', () => {
    for (const ofRuntime of [undefined, '2025c', release]) {
      offerTimeZones(ofRuntime)
      expect(timeZonesInUse()).toEqual({ release, source: 'bundled' })
      expect(findZone(VANCOUVER)?.offset(NOVEMBER)).toBe(-7 * 60)
    }
  })

  it('a later release of the runtime is used', () => {
    const ofRuntime = vi.spyOn(IANAZone.prototype, 'offset').mockReturnValue(-9 * 60)
    offerTimeZones('2099a')
    expect(timeZonesInUse()).toEqual({ release: '2099a', source: 'runtime' })
    expect(findZone(VANCOUVER)?.offset(NOVEMBER)).toBe(-9 * 60)
    expect(ofRuntime).toHaveBeenCalledOnce()
  })
})

describe('offsets of a zone', () => {
  it('the runtime answers before and after the years of the data', () => {
    const runtime = new IANAZone('Europe/Paris')
    for (const instant of [Date.UTC(1911), from - 1, until, Date.UTC(2099, 6)]) {
      expect(findZone('Europe/Paris')?.offset(instant)).toBe(runtime.offset(instant))
    }
  })

  it('a zone that the runtime has not heard of has the offsets of the data', () => {
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function unknown() {
      throw new RangeError('Invalid time zone specified')
    })
    const zone = createZone('america/fort_NELSON')
    expect(zone).toMatchObject({ name: 'America/Fort_Nelson', isValid: true })
    expect(zone?.offset(NOVEMBER)).toBe(-7 * 60)
    expect(zone?.offset(until)).toBe(-7 * 60)
    expect(createZone('Mars/Olympus')).toBeUndefined()
  })
})

describe('timeZoneWarning()', () => {
  const monthsLater = (months: number) => {
    const date = new Date(published)
    date.setUTCMonth(date.getUTCMonth() + months)
    return date
  }

  it('data older than six months is a warning that says what to do', () => {
    expect(timeZoneWarning(monthsLater(5))).toBeUndefined()
    expect(timeZoneWarning(monthsLater(7))).toContain(release)
    expect(timeZoneWarning(monthsLater(7))).toContain('Update Launchboard')
  })

  it('later data of the runtime is no warning', () => {
    offerTimeZones('2099a')
    expect(timeZoneWarning(monthsLater(7))).toBeUndefined()
  })
})

/** The zones by their offsets of 2025 to 2029, in text whose differences a reader can judge. */
function reviewable(): string {
  const years = [Date.UTC(2025), Date.UTC(2030)] as const
  const lines = zones.map((line) => {
    const [names = '', , between = ''] = line.split('|')
    const [name = ''] = names.split(' ')
    let minutes = 0
    const changes = between.split(' ').map((text) => {
      minutes += parseInt(text, 36)
      return minutes * 60_000
    })
    const laws = [years[0], ...changes.filter((at) => years[0] < at && at < years[1])]
    return `${names}\n${laws.map((at) => `  ${iso(at)} ${offsetAt(name, at)}`).join('\n')}`
  })
  return `${release}\n\n${lines.sort().join('\n')}\n`
}

function iso(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}Z`
}

function offsetAt(name: string, instant: number): string {
  return findZone(name)?.formatOffset(instant, 'short') ?? ''
}
