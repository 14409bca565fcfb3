import { describe, expect, it } from 'vitest'
import { parseConfig, Variables } from '../../src/config/config.ts'

const TOKEN = 'a-token-of-20-letters'

describe('parseConfig()', () => {
  it('an empty environment is valid', () => {
    expect(parseConfig({})).toEqual({
      PORT: 8787,
      HOST: '127.0.0.1',
      SHUTDOWN_GRACE_SECONDS: 10,
      model: { kind: 'embedded' },
      source: { kind: 'catalogue' },
      search: { kind: 'embedded' },
      hasHistory: true,
      hasTraces: false,
      catalogue: { columns: {} },
      access: { callers: 'this-machine', isPublic: false, perMinute: 0, isUnlimited: false },
      platform: { apiKeys: [], authTokenDays: 30, database: { url: 'file:.data/launchboard.db' } },
      DEFAULT_TIMEZONE: 'America/New_York',
      CORS_ORIGINS: ['*'],
      LOG_LEVEL: 'info',
      warnings: [],
    })
  })

  it('keys enable the parts that need them', () => {
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

  it('an incomplete Algolia configuration names what is missing, unless another search is chosen', () => {
    const message = messageOf(() => parseConfig({ ALGOLIA_APP_ID: 'app-secret' }))
    for (const name of ['ALGOLIA_API_KEY', 'ALGOLIA_INDEX']) expect(message).toContain(name)
    expect(message).not.toMatch(/ALGOLIA_APP_ID|secret/)
    const embedded = { ALGOLIA_APP_ID: 'app', SEARCH: 'embedded' }
    expect(parseConfig(embedded).search).toEqual({ kind: 'embedded' })
    const wrong = messageOf(() => parseConfig({ ALGOLIA_APP_ID: 'app', SEARCH: 'elsewhere' }))
    expect(wrong).not.toContain('ALGOLIA')
  })

  it('what Algolia cannot be asked with is named', () => {
    const algolia = { ALGOLIA_API_KEY: 'key', ALGOLIA_INDEX: 'posts' }
    const ALGOLIA_APP_ID = 'my app'
    expect(messageOf(() => parseConfig({ ...algolia, ALGOLIA_APP_ID }))).toBe(
      'The configuration is invalid:\n  ALGOLIA_APP_ID: must be the ID of an Algolia application',
    )
    const url = (ALGOLIA_URL: string) =>
      parseConfig({ ...algolia, ALGOLIA_APP_ID: 'APP1', ALGOLIA_URL }).search
    for (const ALGOLIA_URL of ['http://127.0.0.1:4751', 'HTTPS://Proxy.example:443/']) {
      expect(url(ALGOLIA_URL)).toMatchObject({ url: ALGOLIA_URL })
    }
    for (const rest of ['proxy/algolia', '?a=1', '#a']) {
      const message = messageOf(() => url(`http://127.0.0.1:4751/${rest}`))
      expect(message).toContain('  ALGOLIA_URL: must not contain a path or a query')
      expect(message).not.toContain(rest)
    }
    expect(messageOf(() => url('http://user:password@own.example'))).not.toContain('path')
    expect(messageOf(() => url('nowhere'))).toMatch(/ALGOLIA_URL: must be an http or https URL$/)
  })

  it('Product Hunt can be chosen without a token', () => {
    expect(parseConfig({ SOURCE: 'product-hunt' }).source).toEqual({ kind: 'product-hunt' })
  })

  it('platform keys have scopes, with full access by default', () => {
    const { platform } = parseConfig({ PLATFORM_API_KEYS: 'one, two:authOnly' })
    expect(platform.apiKeys).toEqual([
      { key: 'one', scope: 'fullAccess' },
      { key: 'two', scope: 'authOnly' },
    ])
    const env = { PLATFORM_API_KEYS: 'secret:root', DATABASE_URL: 'postgres://secret' }
    const message = messageOf(() => parseConfig(env))
    expect(message).toContain('PLATFORM_API_KEYS')
    expect(message).toContain('DATABASE_URL')
    expect(message).not.toContain('secret')
  })

  it('a chosen part names the key it needs', () => {
    expect(messageOf(() => parseConfig({ MODEL: 'openai' }))).toContain('OPENAI_API_KEY')
    const local = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }
    expect(messageOf(() => parseConfig(local))).toMatch(/OPENAI_API_KEY: .*OPENAI_BASE_URL/)
    expect(parseConfig({ ...local, MODEL: 'embedded' }).model).toEqual({ kind: 'embedded' })
    const message = messageOf(() => parseConfig({ SEARCH: 'algolia', ALGOLIA_INDEX: 'posts' }))
    expect(message).toMatch(/ALGOLIA_APP_ID|ALGOLIA_API_KEY/)
    expect(message).not.toContain('ALGOLIA_INDEX')
  })

  it('tracing is on when a collector is configured, unless it is disabled', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
    expect(parseConfig({}).hasTraces).toBe(false)
    expect(parseConfig(endpoint).hasTraces).toBe(true)
    expect(parseConfig({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }).hasTraces).toBe(false)
    expect(parseConfig({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).hasTraces).toBe(false)
    const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' }
    expect(parseConfig(traces).hasTraces).toBe(true)
  })

  it('a service that others can reach limits calls by default', () => {
    const perMinute = (env: object) => parseConfig({ AGENT_TOKENS: TOKEN, ...env }).access.perMinute
    for (const HOST of ['localhost', '127.0.0.1', '127.8.9.1', '::1']) {
      expect(perMinute({ HOST })).toBe(0)
    }
    for (const HOST of [
      '0.0.0.0',
      '::',
      '192.168.1.4',
      'launchboard.example',
      '127.0.0.1.nip.io',
    ]) {
      expect(perMinute({ HOST })).toBe(300)
      expect(perMinute({ HOST, RATE_LIMIT_PER_MINUTE: '0' })).toBe(0)
    }
    expect(perMinute({ RATE_LIMIT_PER_MINUTE: '20' })).toBe(20)
  })

  it.each([
    ['0.0.0.0', {}],
    ['::', { ALLOW_PUBLIC: 'false' }],
    ['launchboard.example', { AGENT_TOKENS: '' }],
  ])('listening at %s needs tokens', (HOST, env) => {
    const message = messageOf(() => parseConfig({ HOST, ...env }))
    for (const name of ['AGENT_TOKENS', 'AGENT_JWT_SECRET', 'AGENT_JWKS_URL', 'ALLOW_PUBLIC']) {
      expect(message).toContain(name)
    }
    expect(parseConfig({ HOST, ...env, AGENT_TOKENS: TOKEN }).HOST).toBe(HOST)
    expect(parseConfig({ HOST, ...env, AGENT_JWKS_URL: 'https://a.example/keys' }).HOST).toBe(HOST)
    expect(parseConfig({ HOST, ...env, ALLOW_PUBLIC: 'true' }).HOST).toBe(HOST)
  })

  it.each([
    ['AGENT_TOKENS', 'one-token,,another-token'],
    ['AGENT_TOKENS', ','],
    ['AGENT_TOKENS', 'one token'],
    ['AGENT_JWT_SECRET', 'thirty-one-bytes-are-too-short!'],
    ['AGENT_JWKS_URL', 'file:///etc/passwd'],
    ['RATE_LIMIT_PER_MINUTE', '-5'],
    ['RATE_LIMIT_PER_MINUTE', 'many'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
    ['ALLOW_PUBLIC', 'maybe'],
  ])('%s=%s is invalid, and the error does not repeat it', (name, value) => {
    const message = messageOf(() => parseConfig({ [name]: value }))
    expect(message).toContain(name)
    if (value !== ',') expect(message).not.toContain(value)
  })

  it.each(['1', '10.0.0.0/8, ::1'])(
    'a service behind a proxy counts as reachable by others: TRUST_PROXY=%s',
    (TRUST_PROXY) => {
      expect(messageOf(() => parseConfig({ TRUST_PROXY }))).toContain('AGENT_TOKENS')
      const { access } = parseConfig({ TRUST_PROXY, AGENT_TOKENS: TOKEN })
      expect(access).toMatchObject({ callers: 'with-token', isPublic: true, perMinute: 300 })
      const open = parseConfig({ TRUST_PROXY, ALLOW_PUBLIC: 'true' })
      expect(open.access).toMatchObject({ callers: 'anybody', isPublic: true, perMinute: 300 })
    },
  )

  it.each([
    ['AGENT_TOKENS', 'short-secret'],
    ['AGENT_TOKENS', `${TOKEN},19-letters-of-a-key`],
    ['METRICS_TOKEN', '19-letters-of-a-key'],
    ['PLATFORM_API_KEYS', '19-letters-of-a-key'],
    ['PLATFORM_API_KEYS', `${TOKEN}, short:authOnly`],
  ])('where others can try keys, a short key is invalid: %s=%s', (name, value) => {
    const env = { AGENT_TOKENS: TOKEN, [name]: value }
    for (const reachable of [{ HOST: '0.0.0.0' }, { TRUST_PROXY: '1' }]) {
      const message = messageOf(() => parseConfig({ ...env, ...reachable }))
      expect(message).toContain(name)
      expect(message).toContain('20')
      expect(message).not.toMatch(/secret|19-letters|short/)
    }
    expect(messageOf(() => parseConfig(env, { exposure: 'everybody' }))).toContain(name)
    expect(parseConfig(env).access.isPublic).toBe(false)
    expect(parseConfig(env, { exposure: 'this-machine' }).access.isPublic).toBe(false)
  })

  it('keys of 20 characters are valid everywhere', () => {
    const key = 'x'.repeat(20)
    const env = { AGENT_TOKENS: key, METRICS_TOKEN: key, PLATFORM_API_KEYS: `${key}:authOnly` }
    expect(parseConfig({ HOST: '0.0.0.0', ...env }).access.metricsToken).toBe(key)
  })

  it('a public Worker without access settings is closed', () => {
    const callers = (env: object, exposure: 'everybody' | 'this-machine') =>
      parseConfig({ ...env }, { exposure }).access.callers
    expect(callers({}, 'everybody')).toBe('nobody')
    expect(callers({ HOST: '127.0.0.1' }, 'everybody')).toBe('nobody')
    expect(callers({ HOST: '0.0.0.0', TRUST_PROXY: '1' }, 'this-machine')).toBe('this-machine')
    expect(callers({ ALLOW_PUBLIC: 'true' }, 'everybody')).toBe('anybody')
    expect(callers({ AGENT_TOKENS: TOKEN }, 'everybody')).toBe('with-token')
    expect(callers({ AGENT_JWKS_URL: 'https://a.example/keys' }, 'everybody')).toBe('with-token')
  })

  it('an issuer needs a key to check its tokens', () => {
    const message = messageOf(() => parseConfig({ AGENT_JWT_ISSUER: 'https://id.example' }))
    expect(message).toContain('AGENT_JWT_SECRET')
  })

  it('local agents are allowed, refused or left open', () => {
    const allowed = (env: object) => parseConfig({ ...env }).platform.allowLocalAgents
    expect(allowed({ ALLOW_LOCAL_AGENTS: 'true' })).toBe(true)
    expect(allowed({ ALLOW_LOCAL_AGENTS: 'false' })).toBe(false)
    expect(allowed({})).toBeUndefined()
    expect(() => allowed({ ALLOW_LOCAL_AGENTS: 'perhaps' })).toThrow('ALLOW_LOCAL_AGENTS')
  })

  it.each(['0', '1.5', '3651', 'a month'])('AUTH_TOKEN_DAYS=%s is invalid', (AUTH_TOKEN_DAYS) => {
    expect(parseConfig({ AUTH_TOKEN_DAYS: '7' }).platform.authTokenDays).toBe(7)
    expect(messageOf(() => parseConfig({ AUTH_TOKEN_DAYS }))).toContain('AUTH_TOKEN_DAYS')
  })

  it('a variable that is a letter away from one of ours is a warning, and so is a missing token', () => {
    const warningsOf = (env: Record<string, string>) => parseConfig(env).warnings
    expect(warningsOf({ AGENT_TOKEN: 'x', DATABSE_URL: 'x', MODE: 'x', PATH: 'x' })).toEqual([
      'AGENT_TOKEN is not a variable of this service: is it AGENT_TOKENS?',
      'DATABSE_URL is not a variable of this service: is it DATABASE_URL?',
    ])
    expect(warningsOf({ SOURCE: 'product-hunt' })).toHaveLength(1)
    expect(warningsOf({ SOURCE: 'product-hunt', PRODUCTHUNT_API_TOKEN: 't' })).toEqual([])
  })

  it('DATA_KEY takes 32 bytes in either base64 alphabet', () => {
    const bytes = (DATA_KEY: string) => parseConfig({ DATA_KEY }).platform.dataKey
    const key = new Uint8Array(32).fill(0xfb)
    const text = '+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s='
    expect(bytes(text)).toEqual(key)
    expect(bytes(text.replaceAll('+', '-').replaceAll('/', '_').slice(0, -1))).toEqual(key)
    expect(bytes('')).toBeUndefined()
  })

  it.each([
    ['too short', btoa('a'.repeat(31))],
    ['too long', btoa('a'.repeat(33))],
    ['hexadecimal', '6b'.repeat(32)],
    ['a passphrase', 'correct horse battery staple, they said!!!!'],
    ['two keys', `${btoa('a'.repeat(32))},${btoa('b'.repeat(32))}`],
  ])('a DATA_KEY that is %s is invalid, and the error does not repeat it', (_what, DATA_KEY) => {
    const message = messageOf(() => parseConfig({ DATA_KEY }))
    expect(message).toContain('DATA_KEY')
    for (const part of DATA_KEY.split(',')) if (part) expect(message).not.toContain(part)
  })

  it('a catalogue comes from one place, and its columns may have other names', () => {
    const env = {
      CATALOGUE_FILE: 'own.csv',
      CATALOGUE_COLUMNS: ' name = Title,votesCount=Up=votes',
    }
    expect(parseConfig(env).catalogue).toEqual({
      file: 'own.csv',
      columns: { name: 'Title', votesCount: 'Up=votes' },
    })
    const both = { CATALOGUE_FILE: 'own.csv', CATALOGUE_URL: 'https://own.example/launches' }
    const message = messageOf(() => parseConfig(both))
    expect(message).toContain('CATALOGUE_FILE')
    expect(message).toContain('CATALOGUE_URL')
    expect(() => parseConfig({ CATALOGUE_COLUMNS: 'name=Title' })).toThrow('CATALOGUE_COLUMNS')
  })

  it.each([
    ['title=Name', 'entry 1: must be field=column, with one of the fields id, name, tagline'],
    ['name=Title,votes', 'entry 2: must be field=column, with one of the fields id, name, tagline'],
    ['name=', 'entry 1: must have a column name after name='],
    ['name=A,name=B', 'entry 2: must not set name again'],
    ['name=A,tagline=A', 'entry 2: must not use a column that another entry uses'],
  ])('CATALOGUE_COLUMNS=%s is an error that names what is wrong', (columns, issue) => {
    const env = { CATALOGUE_FILE: 'own.csv', CATALOGUE_COLUMNS: columns }
    const message = messageOf(() => parseConfig(env))
    expect(message).toContain(issue)
    expect(message).toContain('CATALOGUE_COLUMNS')
  })

  it('CORS_ORIGINS takes every spelling of an origin', () => {
    const origins = (CORS_ORIGINS: string) => parseConfig({ CORS_ORIGINS }).CORS_ORIGINS
    expect(origins('https://chat.example.com/')).toEqual(['https://chat.example.com'])
    expect(origins('HTTPS://Chat.Example.com:443')).toEqual(['https://chat.example.com'])
    expect(origins('http://[::1]:3000, http://a_b.example:80/, capacitor://localhost')).toEqual([
      'http://[::1]:3000',
      'http://a_b.example',
      'capacitor://localhost',
    ])
    expect(origins('*, null')).toEqual(['*', 'null'])
  })

  it.each([
    'foo',
    'localhost:3000',
    '*.example.com',
    'https://*.example.com',
    'https://chat.example.com/app',
    'https://chat.example.com//',
    'https://chat.example.com?',
    'https://user:hunter2@chat.example.com',
    'https://a.example;https://b.example',
    'https://a.example https://b.example',
    'file:///',
    '',
  ])('CORS_ORIGINS with “%s” is invalid, and the error does not repeat it', (origin) => {
    const env = { CORS_ORIGINS: `https://own.example, ${origin}` }
    expect(messageOf(() => parseConfig(env))).toBe(
      'The configuration is invalid:\n  CORS_ORIGINS: must be *, or origins such as ' +
        'https://chat.example.com, separated by commas',
    )
  })

  it.each([
    ...['OPENAI_BASE_URL', 'PRODUCTHUNT_API_URL', 'CATALOGUE_URL', 'ALGOLIA_URL', 'AGENT_JWKS_URL'],
    'DATABASE_URL',
  ])('%s must not contain a user name or password', (name) => {
    for (const credentials of ['hunter:two', 'hunter', ':two']) {
      const message = messageOf(() =>
        parseConfig({ [name]: `https://${credentials}@host.example/` }),
      )
      expect(message).toMatch(new RegExp(`${name}: .* a user name or password$`, 'm'))
      expect(message).not.toMatch(/hunter|two/)
    }
  })

  it.each([
    ...['OPENAI_API_KEY', 'PRODUCTHUNT_API_TOKEN', 'ALGOLIA_API_KEY', 'DATABASE_AUTH_TOKEN'],
    'METRICS_TOKEN',
  ])('%s is what a header can hold', (name) => {
    for (const value of ['sk-1\nsk-2', 'sk 1', 'sk-ä', 'sk-\0']) {
      const message = messageOf(() => parseConfig({ [name]: value }))
      expect(message).toContain(`  ${name}: must be visible ASCII`)
      expect(message).not.toContain('sk')
    }
  })

  it('a key may end with a line break, as in a file', () => {
    expect(parseConfig({ OPENAI_API_KEY: 'sk-1\n' }).model).toMatchObject({ apiKey: 'sk-1' })
  })

  it('a text may end with a line break too, but a secret is taken as it is', () => {
    const secret = `${'s'.repeat(32)}\n`
    const config = parseConfig({
      HOST: '::1\n',
      CATALOGUE_FILE: 'own.csv\r\n',
      ALGOLIA_APP_ID: 'APP\n',
      ALGOLIA_API_KEY: 'key\n',
      ALGOLIA_INDEX: 'launches\n',
      AGENT_JWT_SECRET: secret,
    })
    expect(config).toMatchObject({
      HOST: '::1',
      catalogue: { file: 'own.csv' },
      search: { applicationId: 'APP', apiKey: 'key', index: 'launches' },
    })
    expect(JSON.stringify(config.access)).toContain(JSON.stringify(secret))
  })

  const numbers = ['PORT', 'SHUTDOWN_GRACE_SECONDS', 'RATE_LIMIT_PER_MINUTE', 'AUTH_TOKEN_DAYS']
  it.each(numbers)('%s is written in plain digits', (name) => {
    const words = [' ', '0x1', '1e0', '0b1', 'Infinity', '+1', '1.', '9'.repeat(400)]
    for (const value of [...words, [5], true, Number.NaN]) {
      expect(messageOf(() => parseConfig({ [name]: value }))).toContain(`  ${name}: must be a`)
    }
  })

  it('a number may end with a line break, have a fraction, or be one already, as in wrangler.toml', () => {
    const env = { PORT: '0\n', SHUTDOWN_GRACE_SECONDS: '.5', RATE_LIMIT_PER_MINUTE: 60 }
    expect(parseConfig({ SHUTDOWN_GRACE_SECONDS: 1e-7 }).SHUTDOWN_GRACE_SECONDS).toBe(1e-7)
    expect(parseConfig(env)).toMatchObject({
      PORT: 0,
      SHUTDOWN_GRACE_SECONDS: 0.5,
      access: { perMinute: 60 },
    })
  })

  it.each(Object.keys(Variables.shape))('%s must not be blank', (name) => {
    expect(messageOf(() => parseConfig({ [name]: ' \t' }))).toContain(`  ${name}: `)
  })

  it('a database server is named by its host, a file by any path', () => {
    const url = (DATABASE_URL: string) => parseConfig({ DATABASE_URL }).platform.database.url
    for (const valid of ['libsql://db.example?tls=0', 'http://[::1]:8080/a@b', 'file:a@b/c.db']) {
      expect(url(valid)).toBe(valid)
    }
    expect(messageOf(() => url('libsql:db.example'))).toContain('DATABASE_URL')
  })

  it.each([
    ['redis://cache.example', { host: 'cache.example', port: 6379, db: 0, tls: false }],
    [' rediss://[::1]:7000/2 ', { host: '::1', port: 7000, db: 2, tls: true }],
    ['redis://:pa,ss%20%2F@cache.example/', { username: undefined, password: 'pa,ss /' }],
  ])('Redis at %s is understood', (REDIS_URL, expected) => {
    expect(parseConfig({ REDIS_URL }).redis).toMatchObject({ ...expected, prefix: 'launchboard' })
    const { redis } = parseConfig({ REDIS_URL, REDIS_PREFIX: 'staging' })
    expect(redis?.prefix).toBe('staging')
    expect(messageOf(() => parseConfig({ REDIS_PREFIX: 'a b' }))).toContain('REDIS_PREFIX')
  })

  it.each([
    ...['cache.example:6379', 'http://hunter2@cache.example', 'redis://', 'redis://:0/', 'redis:a'],
    ...['redis://:hunter2%@a', 'redis://:hunter2%ff@a', 'redis://a/hunter2', 'redis://a?db=2'],
    ...['redis://a:0', 'redis://a:hunter2', 'redis://a,', 'redis://a,rediss://b', 'redis://a/1,b'],
  ])('REDIS_URL “%s” is no address, and the error does not repeat it', (REDIS_URL) => {
    const message = messageOf(() => parseConfig({ REDIS_URL }))
    expect(message).toContain('  REDIS_URL: must be a redis:// or rediss:// URL')
    expect(message).not.toContain('hunter2')
  })

  it('a collector may want a user name and a password', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:password@collector.example' }
    expect(parseConfig(endpoint).hasTraces).toBe(true)
  })

  it('an error names the variable once, not the entries of its list', () => {
    const env = {
      PLATFORM_API_KEYS: 'one:root, two:root',
      DATA_KEY: 'a,b',
      AGENT_TOKENS: 'a b,c d',
    }
    const lines = messageOf(() => parseConfig(env))
      .split('\n')
      .slice(1)
    expect(lines.map((line) => line.slice(0, line.indexOf(':')).trim()).sort()).toEqual(
      Object.keys(env).sort(),
    )
  })

  it.each(['ALLOW_PUBLIC', 'ALLOW_LOCAL_AGENTS', 'OTEL_SDK_DISABLED'])(
    '%s takes the same words as other switches, and its error names two',
    (name) => {
      for (const word of ['true', 'FALSE', '1', 'no', false]) parseConfig({ [name]: word })
      for (const word of ['perhaps', [true]]) {
        expect(messageOf(() => parseConfig({ [name]: word }))).toContain(
          `${name}: must be true or false`,
        )
      }
    },
  )

  it('an empty variable counts as absent', () => {
    expect(parseConfig({ PORT: '', DEFAULT_TIMEZONE: '' })).toEqual(parseConfig({}))
  })

  it('invalid and missing variables are reported together', () => {
    const env = {
      ...{ HOST: '0.0.0.0', PORT: 'eighty', MODEL: 'openai', SEARCH: 'algolia' },
      ...{ PLATFORM_API_KEYS: 'short-secret', METRICS_TOKEN: 'with a space' },
    }
    const message = messageOf(() => parseConfig(env))
    for (const name of ['PORT', 'METRICS_TOKEN', 'AGENT_TOKENS', 'OPENAI_API_KEY']) {
      expect(message).toContain(name)
    }
    for (const name of [
      'ALGOLIA_APP_ID',
      'ALGOLIA_API_KEY',
      'ALGOLIA_INDEX',
      'PLATFORM_API_KEYS',
    ]) {
      expect(message).toContain(name)
    }
    expect(message).not.toMatch(/eighty|secret|space\b.*METRICS/)
  })

  it('an invalid variable is not reported as missing too', () => {
    const wrong = { HOST: '0.0.0.0', AGENT_JWKS_URL: 'file:///etc/passwd' }
    const message = messageOf(() =>
      parseConfig({ ...wrong, AGENT_JWT_ISSUER: 'https://id.example' }),
    )
    expect(message).toContain('AGENT_JWKS_URL')
    expect(message).not.toMatch(/AGENT_TOKENS|AGENT_JWT_SECRET/)
    const open = messageOf(() => parseConfig({ HOST: '0.0.0.0', ALLOW_PUBLIC: 'maybe' }))
    expect(open).not.toContain('AGENT_TOKENS')
    const proxied = messageOf(() => parseConfig({ TRUST_PROXY: 'everybody' }))
    for (const name of ['TRUST_PROXY', 'AGENT_TOKENS']) expect(proxied).toContain(`${name}: `)
  })

  it('every invalid variable is named, and no value is shown', () => {
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
