import { IANAZone } from 'luxon'
import { describe, expect, it, vi } from 'vitest'
import { offerTimeZones } from '../../src/ranking/time-zones.ts'
import { testApp } from '../helper/test-services.ts'

const { app } = testApp()

async function listed() {
  const response = await app.request('/api/time-zones')
  expect(response.status).toBe(200)
  return response.json()
}

describe('GET /api/time-zones', () => {
  it('the present offsets of all zones are listed by their names and aliases', async () => {
    const { release, offsets } = await listed()
    expect(release).toMatch(/^20\d\d[a-z]$/)
    expect(Object.keys(offsets).length).toBeGreaterThan(590)
    expect(offsets).toMatchObject({
      'America/Vancouver': -420,
      'Asia/Calcutta': 330,
      'Asia/Kolkata': 330,
      UTC: 0,
    })
  })

  it('the offsets are those of the runtime where it is later', async () => {
    vi.spyOn(IANAZone.prototype, 'offset').mockReturnValue(-540)
    offerTimeZones('2099a')
    const { release, offsets } = await listed()
    vi.restoreAllMocks()
    offerTimeZones(undefined)
    expect(release).toBe('2099a')
    expect(offsets['America/Vancouver']).toBe(-540)
  })
})
