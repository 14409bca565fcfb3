import { describe, expect, it } from 'vitest'
import { parseConfig } from '../src/config.ts'

describe('parseConfig()', () => {
  it('needs nothing', () => {
    expect(parseConfig({})).toEqual({
      PORT: 8787,
      HOST: '127.0.0.1',
      model: { kind: 'embedded' },
      source: { kind: 'catalogue' },
      search: { kind: 'embedded' },
      platformApiKeys: [],
      database: { url: 'file:.data/launchboard.db' },
      DEFAULT_TIMEZONE: 'America/New_York',
      CORS_ORIGINS: ['*'],
      LOG_LEVEL: 'info',
    })
  })

  it('takes what there are keys for', () => {
    const algolia = { ALGOLIA_APP_ID: 'app', ALGOLIA_API_KEY: 'key', ALGOLIA_INDEX: 'posts' }
    const env = { OPENAI_API_KEY: 'sk-1', PRODUCTHUNT_API_TOKEN: 'token', ...algolia }
    expect(parseConfig(env)).toMatchObject({
      model: { kind: 'openai', apiKey: 'sk-1' },
      source: { kind: 'product-hunt', token: 'token' },
      search: { kind: 'algolia', applicationId: 'app', apiKey: 'key', index: 'posts' },
    })
    const embedded = { MODEL: 'embedded', SOURCE: 'catalogue', SEARCH: 'embedded' }
    expect(parseConfig({ ...env, ...embedded })).toEqual(parseConfig({}))
  })

  it('takes part of what Algolia needs for nothing, unless it is asked for', () => {
    expect(parseConfig({ ALGOLIA_APP_ID: 'app' }).search).toEqual({ kind: 'embedded' })
  })

  it('lets Product Hunt be chosen without a token', () => {
    expect(parseConfig({ SOURCE: 'product-hunt' }).source).toEqual({ kind: 'product-hunt' })
  })

  it('takes keys of the chat platform with their scopes, full access unless told', () => {
    const { platformApiKeys } = parseConfig({ PLATFORM_API_KEYS: 'one, two:authOnly' })
    expect(platformApiKeys).toEqual([
      { key: 'one', scope: 'fullAccess' },
      { key: 'two', scope: 'authOnly' },
    ])
    const env = { PLATFORM_API_KEYS: 'secret:root', DATABASE_URL: 'postgres://secret' }
    const message = messageOf(() => parseConfig(env))
    expect(message).toContain('PLATFORM_API_KEYS')
    expect(message).toContain('DATABASE_URL')
    expect(message).not.toContain('secret')
  })

  it('names the key that a choice needs', () => {
    expect(messageOf(() => parseConfig({ MODEL: 'openai' }))).toContain('OPENAI_API_KEY')
    const message = messageOf(() => parseConfig({ SEARCH: 'algolia', ALGOLIA_INDEX: 'posts' }))
    expect(message).toMatch(/ALGOLIA_APP_ID|ALGOLIA_API_KEY/)
    expect(message).not.toContain('ALGOLIA_INDEX')
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
