import { describe, expect, it } from 'vitest'
import { parseConfig } from '../src/config.ts'

describe('parseConfig()', () => {
  it('needs nothing', () => {
    expect(parseConfig({})).toEqual({
      PORT: 8787,
      HOST: '127.0.0.1',
      MODEL: 'embedded',
      DEFAULT_TIMEZONE: 'America/New_York',
      CORS_ORIGINS: ['*'],
      LOG_LEVEL: 'info',
    })
  })

  it('counts a blank variable as absent', () => {
    expect(parseConfig({ PORT: '', DEFAULT_TIMEZONE: '' })).toEqual(parseConfig({}))
  })

  it('names every variable that is wrong, and no value', () => {
    const env = { PORT: '99999999', DEFAULT_TIMEZONE: 'Mars/Olympus', LOG_LEVEL: 'loud' }
    const message = messageOf(() => parseConfig(env))
    for (const name of Object.keys(env)) expect(message).toContain(name)
    for (const value of Object.values(env)) expect(message).not.toContain(value)
  })
})

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('nothing was thrown')
}
