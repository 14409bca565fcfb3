import { describe, expect, it } from 'vitest'
import { parseConfig, Variables } from '../../src/config/config.ts'

const TOKEN = 'a-token-of-20-letters'

function messageOf(env: Record<string, unknown>, options?: Parameters<typeof parseConfig>[1]) {
  try {
    parseConfig(env, options)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('nothing was thrown')
}

const namesIn = (message: string) =>
  message
    .split('\n')
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(':')).trim())
    .sort()

describe('parseConfig()', () => {
  it('an empty environment is valid, and an empty variable is absent', () => {
    expect(parseConfig({})).toEqual({
      PORT: 8787,
      HOST: '127.0.0.1',
      SHUTDOWN_GRACE_SECONDS: 10,
      model: { kind: 'embedded' },
      source: { kind: 'catalogue' },
      search: { kind: 'embedded' },
      hasHistory: true,
      hasTraces: false,
      catalogue: {},
      access: { callers: 'this-machine', isPublic: false, perMinute: 0, isUnlimited: false },
      platform: { apiKeys: [], authTokenDays: 30, database: { url: 'file:.data/launchboard.db' } },
      DEFAULT_TIMEZONE: 'America/New_York',
      CORS_ORIGINS: ['*'],
      LOG_LEVEL: 'info',
      warnings: [],
    })
    const empty = Object.keys(Variables.shape).map((name) => [name, ''])
    expect(parseConfig(Object.fromEntries(empty))).toEqual(parseConfig({}))
  })

  it('keys choose the parts that need them, unless others are chosen', () => {
    const algolia = { ALGOLIA_APP_ID: 'app', ALGOLIA_API_KEY: 'key', ALGOLIA_INDEX: 'posts' }
    const env = { OPENAI_API_KEY: 'sk-1', PRODUCTHUNT_API_TOKEN: 'token', ...algolia }
    expect(parseConfig(env)).toMatchObject({
      model: { kind: 'openai', apiKey: 'sk-1' },
      source: { kind: 'product-hunt', token: 'token' },
      search: { kind: 'algolia', applicationId: 'app', apiKey: 'key', index: 'posts' },
    })
    const embedded = { MODEL: 'embedded', SOURCE: 'catalogue', SEARCH: 'embedded' }
    expect(parseConfig({ ...env, ...embedded })).toEqual(parseConfig({}))
    expect(parseConfig({ SOURCE: 'product-hunt' }).source).toEqual({ kind: 'product-hunt' })
  })

  it.each([
    ['OPENAI_API_KEY', { MODEL: 'openai' }],
    ['OPENAI_API_KEY', { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }],
    ['ALGOLIA_API_KEY ALGOLIA_INDEX', { ALGOLIA_APP_ID: 'app' }],
    ['ALGOLIA_API_KEY ALGOLIA_APP_ID', { SEARCH: 'algolia', ALGOLIA_INDEX: 'posts' }],
    ['SEARCH', { SEARCH: 'elsewhere', ALGOLIA_APP_ID: 'app' }],
    ['AGENT_JWT_SECRET', { AGENT_JWT_ISSUER: 'https://id.example' }],
    ['CATALOGUE_COLUMNS', { CATALOGUE_COLUMNS: 'name=Title' }],
    ['CATALOGUE_TOPICS_SEPARATOR', { CATALOGUE_TOPICS_SEPARATOR: '/' }],
    ['CATALOGUE_URL', { CATALOGUE_FILE: 'own.csv', CATALOGUE_URL: 'https://own.example/a' }],
    ['AGENT_TOKENS', { HOST: '0.0.0.0' }],
    ['AGENT_TOKENS', { HOST: '::', ALLOW_PUBLIC: 'false' }],
    ['AGENT_TOKENS', { HOST: 'launchboard.example', AGENT_TOKENS: '' }],
    ['AGENT_TOKENS', { TRUST_PROXY: '10.0.0.0/8, ::1' }],
    // An invalid variable is not missing too.
    ['AGENT_JWKS_URL', { HOST: '::', AGENT_JWKS_URL: 'file:///a', AGENT_JWT_ISSUER: 'a' }],
    ['ALLOW_PUBLIC', { HOST: '0.0.0.0', ALLOW_PUBLIC: 'maybe' }],
    ['AGENT_TOKENS TRUST_PROXY', { TRUST_PROXY: 'everybody' }],
    [
      'AGENT_TOKENS ALGOLIA_API_KEY ALGOLIA_APP_ID ALGOLIA_INDEX METRICS_TOKEN PLATFORM_API_KEYS PORT',
      {
        ...{ HOST: '0.0.0.0', PORT: 'eighty', SEARCH: 'algolia' },
        ...{ PLATFORM_API_KEYS: 'short', METRICS_TOKEN: 'with a space' },
      },
    ],
  ])('all that is missing or wrong is named at once: %s', (names, env) => {
    expect(namesIn(messageOf(env))).toEqual(names.split(' '))
  })

  it('headers of a gateway may have the key of the model', () => {
    const lines = '\n x-portkey-provider: @openai \r\nAuthorization: Bearer a:b\n'
    expect(parseConfig({ MODEL: 'openai', OPENAI_HEADERS: lines }).model).toMatchObject({
      apiKey: undefined,
      headers: { 'x-portkey-provider': '@openai', authorization: 'Bearer a:b' },
    })
  })

  it('each line says what to do', () => {
    expect(messageOf({ OPENAI_BASE_URL: 'http://127.0.0.1/v1' })).toBe(
      'The configuration is invalid:\n  OPENAI_API_KEY: is required for OPENAI_BASE_URL (any word, if that server needs no key)',
    )
    expect(messageOf({ HOST: '0.0.0.0' })).toMatch(
      /AGENT_TOKENS: .*AGENT_JWT_SECRET.*AGENT_JWKS_URL.*ALLOW_PUBLIC/,
    )
  })

  const KEY_31 = btoa('a'.repeat(31))
  it.each([
    [
      'AGENT_TOKENS',
      'must be visible ASCII',
      'one-token,,another-token',
      ',',
      'one token',
      'a:user',
      ':u',
    ],
    ['AGENT_JWT_SECRET', 'must have at least 32', 'thirty-one-bytes-are-too-short!'],
    ['AGENT_JWKS_URL', 'must be an http or https URL', 'file:///etc/passwd'],
    ['TRUST_PROXY', 'must be the number', 'everybody', '10.0.0.0/33', '10.0.0.1,,10.0.0.2'],
    ['PLATFORM_API_KEYS', 'must be keys', 'secret:root', 'one:root, two:root'],
    ['DATABASE_URL', 'must be a file:', 'postgres://secret', 'libsql:db.example'],
    ['AUTH_TOKEN_DAYS', '', '0', '1.5', '3651', 'a month'],
    ['DATA_KEY', 'must be 32 bytes', KEY_31, btoa('a'.repeat(33)), '6b'.repeat(32), 'a,b'],
    ['ALGOLIA_APP_ID', 'must be the ID of an Algolia application', 'my app'],
    ['ALGOLIA_URL', 'must not contain a path', 'http://a.example/proxy', 'http://a/?a=1'],
    ['OPENAI_HEADERS', 'must be lines', 'sk-1', ': sk-1', 'x y: 1', 'host: a', 'x-a: 1\nX-A: 2'],
    ['OPENAI_HEADERS', 'must be lines', 'x-a: ä🎉', ' \n:'],
    ['DEFAULT_TIMEZONE', 'must be an IANA time zone', 'Mars/Olympus'],
    ['LOG_LEVEL', '', 'loud'],
    ['REDIS_PREFIX', 'must be up to 64 letters', 'a b', 'x'.repeat(65)],
    ...['cache.example:6379', 'http://hunter2@cache.example', 'redis://', 'redis:a', 'redis://a:0']
      .concat('redis://:hunter2%@a', 'redis://:hunter2%ff@a', 'redis://a/hunter2', 'redis://:0/')
      .concat('redis://a?db=2', 'redis://a:hunter2', 'redis://a,', 'redis://a,rediss://b')
      .map((url) => ['REDIS_URL', 'must be a redis:// or rediss:// URL', url]),
    ...['foo', 'localhost:3000', '*.example.com', 'https://*.example.com', 'file:///', 'a,']
      .concat('https://chat.example.com/app', 'https://a.example//', 'https://a.example?')
      .concat('https://user:hunter2@a.example', 'https://a.example;https://b.example')
      .map((origin) => ['CORS_ORIGINS', 'must be *, or origins', origin]),
    ...['OPENAI_API_KEY', 'PRODUCTHUNT_API_TOKEN', 'ALGOLIA_API_KEY', 'DATABASE_AUTH_TOKEN']
      .concat('METRICS_TOKEN')
      .map((name) => [name, 'must be visible ASCII', 'sk-1\nsk-2', 'sk 1', 'sk-ä', 'sk-\0']),
    ...['OPENAI_BASE_URL', 'PRODUCTHUNT_API_URL', 'CATALOGUE_URL', 'ALGOLIA_URL', 'AGENT_JWKS_URL']
      .concat('DATABASE_URL')
      .map((name) => [name, 'user name or password', 'https://a:two@b.example', 'http://a@b/']),
    ...['PORT', 'SHUTDOWN_GRACE_SECONDS', 'RATE_LIMIT_PER_MINUTE', 'AUTH_TOKEN_DAYS'].map(
      (name) => [name, 'must be a', '0x1', '1e0', '0b1', 'Infinity', '+1', '1.', '9'.repeat(400)],
    ),
    ...['ALLOW_PUBLIC', 'ALLOW_LOCAL_AGENTS', 'OTEL_SDK_DISABLED', 'HISTORY'].map((name) => [
      ...[name, 'must be true or false', 'perhaps'],
    ]),
  ])('%s is invalid, and the error does not repeat it: %s', (name, problem, ...values) => {
    const algolia = { ALGOLIA_APP_ID: 'app', ALGOLIA_API_KEY: 'key', ALGOLIA_INDEX: 'posts' }
    const others = { ...algolia, OPENAI_API_KEY: 'key', ALLOW_PUBLIC: 'true' }
    for (const value of values) {
      const message = messageOf({ ...others, [name!]: value })
      expect(message).toMatch(/^[^\n]+\n {2}[^\n]+$/)
      expect(message).toContain(`  ${name}: `)
      expect(message).toContain(problem)
      if (value.length > 4 && !problem?.includes(value)) expect(message).not.toContain(value)
    }
  })

  it.each(Object.keys(Variables.shape))('%s must not be blank', (name) => {
    expect(messageOf({ [name]: ' \t' })).toContain(`  ${name}: `)
  })

  it.each([
    ['title=Name', 'entry 1: must be field=column, with one of the fields id, name, tagline'],
    ['name=Title,votes', 'entry 2: must be field=column, with one of the fields id, name, tagline'],
    ['name=', 'entry 1: must have a column name after name='],
    ['name=A,name=B', 'entry 2: must not set name again'],
  ])('CATALOGUE_COLUMNS=%s is an error that names what is wrong', (CATALOGUE_COLUMNS, issue) => {
    expect(messageOf({ CATALOGUE_FILE: 'own.csv', CATALOGUE_COLUMNS })).toContain(issue)
  })

  it.each([
    ['AGENT_TOKENS', `${TOKEN},19-letters-of-a-key`],
    ['METRICS_TOKEN', '19-letters-of-a-key'],
    ['PLATFORM_API_KEYS', `${TOKEN}, 19-letters-of-a-key:authOnly`],
  ])('where others can try keys, they have at least 20 characters: %s', (name, value) => {
    const env = { AGENT_TOKENS: TOKEN, [name]: value }
    for (const reachable of [{ HOST: '0.0.0.0' }, { TRUST_PROXY: '1' }]) {
      expect(messageOf({ ...env, ...reachable })).toContain(`  ${name}: must have at least 20`)
      const long = { ...env, [name]: value.replace('19-', '20--') }
      expect(parseConfig({ ...long, ...reachable }).access.isPublic).toBe(true)
    }
    expect(messageOf(env, { exposure: 'everybody' })).toContain(name)
    expect(parseConfig(env).access.isPublic).toBe(false)
    expect(parseConfig(env, { exposure: 'this-machine' }).access.isPublic).toBe(false)
  })

  it('a service that others can reach limits calls by default', () => {
    const perMinute = (env: object) => parseConfig({ AGENT_TOKENS: TOKEN, ...env }).access.perMinute
    for (const HOST of ['localhost', '127.8.9.1', '::1']) expect(perMinute({ HOST })).toBe(0)
    for (const HOST of ['0.0.0.0', '::', '192.168.1.4', '127.0.0.1.nip.io']) {
      expect(perMinute({ HOST })).toBe(300)
      expect(perMinute({ HOST, RATE_LIMIT_PER_MINUTE: '0' })).toBe(0)
    }
    expect(perMinute({ TRUST_PROXY: '1' })).toBe(300)
    expect(perMinute({ RATE_LIMIT_PER_MINUTE: '20' })).toBe(20)
  })

  it.each([
    ['with-token', { HOST: '::', AGENT_JWKS_URL: 'https://a.example/keys' }, undefined],
    ['anybody', { TRUST_PROXY: '1', ALLOW_PUBLIC: 'true' }, undefined],
    ['nobody', { HOST: '127.0.0.1' }, 'everybody'],
    ['anybody', { ALLOW_PUBLIC: 'true' }, 'everybody'],
    ['with-token', { AGENT_TOKENS: TOKEN }, 'everybody'],
    ['this-machine', { HOST: '0.0.0.0', TRUST_PROXY: '1' }, 'this-machine'],
  ] as const)('callers: %s with %o for %s', (callers, env, exposure) => {
    expect(parseConfig(env, exposure && { exposure }).access.callers).toBe(callers)
  })

  it('a variable that is a letter away from one of ours is a warning, and so is a missing token', () => {
    const warningsOf = (env: Record<string, string>) => parseConfig(env).warnings
    const others = { MODE: 'x', PATH: 'x', PORTS: 'x' }
    const typed = { AGENT_TOKEN: 'x', DATABSE_URL: 'x', PROT: 'x', MODLE: 'x' }
    expect(warningsOf({ ...typed, ...others })).toEqual([
      'AGENT_TOKEN is not a variable of this service: is it AGENT_TOKENS?',
      'DATABSE_URL is not a variable of this service: is it DATABASE_URL?',
      'PROT is not a variable of this service: is it PORT?',
      'MODLE is not a variable of this service: is it MODEL?',
    ])
    expect(warningsOf({ SOURCE: 'product-hunt' })).toHaveLength(1)
    expect(warningsOf({ SOURCE: 'product-hunt', PRODUCTHUNT_API_TOKEN: 't' })).toEqual([])
  })

  it('traces are sent where a collector is configured, unless that is disabled', () => {
    const traces = (env: object) =>
      parseConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:password@collector.example',
        ...env,
      }).hasTraces
    expect(traces({})).toBe(true)
    expect(traces({ OTEL_SDK_DISABLED: 'TRUE' })).toBe(false)
    expect(traces({ OTEL_TRACES_EXPORTER: 'none' })).toBe(false)
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' }
    expect(parseConfig(own).hasTraces).toBe(true)
  })
})

describe('the values of a variable', () => {
  it('are platform keys with scopes, with full access by default', () => {
    const { platform } = parseConfig({ PLATFORM_API_KEYS: 'one, two:authOnly' })
    expect(platform.apiKeys).toEqual([
      { key: 'one', scope: 'fullAccess' },
      { key: 'two', scope: 'authOnly' },
    ])
  })

  it('are 32 bytes in either base64 alphabet', () => {
    const text = '+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s='
    for (const DATA_KEY of [text, text.replaceAll('+', '-').replaceAll('/', '_').slice(0, -1)]) {
      const { dataKey } = parseConfig({ DATA_KEY }).platform
      expect(dataKey).toEqual(new Uint8Array(32).fill(0xfb))
    }
  })

  it('are columns of a catalogue with other names', () => {
    const CATALOGUE_COLUMNS = ' name = Title,votesCount=Up=votes'
    expect(parseConfig({ CATALOGUE_FILE: 'own.csv', CATALOGUE_COLUMNS }).catalogue).toEqual({
      file: 'own.csv',
      columns: new Map([
        ['name', 'Title'],
        ['votesCount', 'Up=votes'],
      ]),
    })
  })

  it('are origins in every spelling', () => {
    const origins = (CORS_ORIGINS: string) => parseConfig({ CORS_ORIGINS }).CORS_ORIGINS
    expect(origins('HTTPS://Chat.Example.com:443/')).toEqual(['https://chat.example.com'])
    const others = ['http://[::1]:3000', 'http://a_b.example', 'capacitor://localhost', '*', 'null']
    expect(
      origins('http://[::1]:3000, http://a_b.example:80/, capacitor://localhost,*, null'),
    ).toEqual(others)
  })

  it('are databases by host or path, and servers of Algolia by host', () => {
    for (const url of ['libsql://db.example?tls=0', 'http://[::1]:8080/a@b', 'file:a@b/c.db']) {
      expect(parseConfig({ DATABASE_URL: url }).platform.database.url).toBe(url)
    }
    const algolia = { ALGOLIA_APP_ID: 'app', ALGOLIA_API_KEY: 'key', ALGOLIA_INDEX: 'posts' }
    for (const ALGOLIA_URL of ['http://127.0.0.1:4751', 'HTTPS://Proxy.example:443/']) {
      expect(parseConfig({ ...algolia, ALGOLIA_URL }).search).toMatchObject({ url: ALGOLIA_URL })
    }
  })

  it.each([
    ['redis://cache.example', { host: 'cache.example', port: 6379, db: 0, tls: false }],
    [' rediss://[::1]:7000/2 ', { host: '::1', port: 7000, db: 2, tls: true }],
    ['redis://:pa,ss%20%2F@cache.example/', { username: undefined, password: 'pa,ss /' }],
  ])('are addresses of Redis: %s', (REDIS_URL, expected) => {
    expect(parseConfig({ REDIS_URL }).redis).toMatchObject({ ...expected, prefix: 'launchboard' })
    const { redis } = parseConfig({ REDIS_URL, REDIS_PREFIX: 'staging' })
    expect(redis?.prefix).toBe('staging')
  })

  it('are switches in the usual words, left open where they are not set', () => {
    const allowed = (ALLOW_LOCAL_AGENTS?: unknown) =>
      parseConfig({ ALLOW_LOCAL_AGENTS }).platform.allowLocalAgents
    expect(['true', '1', 'FALSE', 'no', false].map(allowed)).toEqual([
      ...[true, true, false, false, false],
    ])
    expect(allowed()).toBeUndefined()
    expect(messageOf({ ALLOW_LOCAL_AGENTS: [true] })).toContain('must be true or false')
  })

  it('are numbers with a fraction or a line break, or given as numbers, as in wrangler.toml', () => {
    const env = { PORT: '0\n', SHUTDOWN_GRACE_SECONDS: '.5', RATE_LIMIT_PER_MINUTE: 60 }
    expect(parseConfig(env)).toMatchObject({
      PORT: 0,
      SHUTDOWN_GRACE_SECONDS: 0.5,
      access: { perMinute: 60 },
    })
    for (const PORT of [[5], true, Number.NaN]) expect(messageOf({ PORT })).toContain('must be a')
  })

  it('may end with a line break, as in a file, but a secret is taken as it is', () => {
    const secret = `${'s'.repeat(32)}\n`
    const env = { HOST: '::1\n', CATALOGUE_FILE: 'own.csv\r\n', OPENAI_API_KEY: 'sk-1\n' }
    expect(parseConfig({ ...env, AGENT_JWT_SECRET: secret })).toMatchObject({
      HOST: '::1',
      catalogue: { file: 'own.csv' },
      model: { apiKey: 'sk-1' },
      access: { jwt: { secret } },
    })
  })
})
