import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

describe('the image', () => {
  it('the image is built from nothing that .dockerignore leaves out', async () => {
    const [first, ...allowed] = (await readFile('.dockerignore', 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(first).toBe('*')
    const copies = (await readFile('Dockerfile', 'utf8')).matchAll(/^COPY (?!--from)(.+)$/gm)
    const copied = [...copies].flatMap(([, words = '']) =>
      words
        .split(' ')
        .slice(0, -1)
        .filter((word) => !word.startsWith('--')),
    )
    expect(copied).toContain('src')
    for (const path of copied) expect(allowed).toContain(`!${path.split('/')[0]}`)
  })

  it('the image runs as a user without rank, and has no token', async () => {
    const image = await readFile('Dockerfile', 'utf8')
    const last = image.slice(image.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^USER node$/m)
    expect(last).not.toMatch(/^ENV[^#]*(TOKEN|KEY|SECRET)/m)
  })
})

describe('compose.yaml', () => {
  it('compose.yaml needs its keys, takes every other variable of .env, and keeps the data in a volume', async () => {
    const { services, volumes } = parse(await readFile('compose.yaml', 'utf8'), { merge: true })
    const { environment, ...service } = services.launchboard
    // A JWT may say who calls instead.
    expect(environment.AGENT_TOKENS).toMatch(/^\$\{AGENT_TOKENS:-\}$/)
    expect(environment.PLATFORM_API_KEYS).toMatch(/^\$\{PLATFORM_API_KEYS:\?/)
    expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: 8787 })
    expect(service).toMatchObject({
      env_file: [{ path: '.env', required: false }],
      ports: ['127.0.0.1:8787:8787'],
      volumes: ['data:/data'],
      read_only: true,
      cap_drop: ['ALL'],
    })
    expect(volumes).toHaveProperty('data')
  })

  it('compose.yaml has a profile of three replicas that share Redis, behind a proxy', async () => {
    const { services, configs } = parse(await readFile('compose.yaml', 'utf8'), { merge: true })
    const { replica, redis, proxy, launchboard } = services
    const { ports: _ports, ...alone } = launchboard
    const shared = { REDIS_URL: 'redis://redis:6379', TRUST_PROXY: 1 }
    expect(replica).toEqual({
      ...alone,
      profiles: ['scale'],
      environment: { ...alone.environment, ...shared },
      deploy: { replicas: 3 },
      depends_on: ['redis'],
    })
    expect([redis.profiles, proxy.profiles]).toEqual([['scale'], ['scale']])
    expect(proxy.ports).toEqual(['127.0.0.1:8787:80'])
    // A replica that replaces another has another address.
    expect(configs.proxy.content).toContain('server replica:8787 resolve max_fails=0;')
    expect(configs.proxy.content).toMatch(/^resolver 127\.0\.0\.11 /m)
  })

  it('compose.yaml has a model server to uncomment', async () => {
    const text = await readFile('compose.yaml', 'utf8')
    const { services, volumes } = parse(text.replaceAll(/^( *)# ( *)(?=\w+:|- )/gm, '$1$2'), {
      merge: true,
    })
    const [, address = ''] = /# OPENAI_BASE_URL=(.+)/.exec(text) ?? []
    expect(Object.keys(services).at(-1)).toBe(new URL(address).hostname)
    expect(Object.keys(volumes)).toEqual(['data', 'models'])
  })
})
