import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { buildImage, type Image } from '../helper/image.ts'

const TOKEN = 'a-token-that-is-long-enough'
/** What is large, or somebody's own. */
const LEFT_OUT = /^(\.git|\.env|\.data|\.wrangler|\.dev\.vars|node_modules|dist)$/
const BUILDING_MS = 300_000
const HEALTHY_WITHIN_MS = 60_000
vi.setConfig({ testTimeout: 2 * HEALTHY_WITHIN_MS })

describe('the image', () => {
  let context: string
  let image: Image
  beforeAll(async () => {
    // A checkout in use, with a secret in it.
    context = await mkdtemp(join(tmpdir(), 'launchboard-'))
    for (const name of await readdir('.')) {
      if (LEFT_OUT.test(name)) continue
      await cp(name, join(context, name), { recursive: true })
    }
    await writeFile(join(context, '.env'), 'AGENT_TOKENS=a-token-of-the-one-who-builds')
    image = await buildImage(context)
  }, BUILDING_MS)
  afterAll(async () => {
    await image.remove()
    await rm(context, { recursive: true })
  })

  it('the image contains what the service needs and nothing else', async () => {
    const files = ['LICENSE', 'data', 'dist', 'node_modules', 'package.json']
    expect(await image.list('/app')).toEqual(files)
    expect(await image.list('/app/data')).toEqual(['migrations'])
    expect(await image.list('/app/dist')).toEqual(expect.arrayContaining(['node.js', 'web']))
    expect(await image.list('/app/node_modules')).not.toContain('hono')
  })

  it('the container does not start without access settings, and names what to set', async () => {
    const { code, output } = await image.runToEnd({})
    expect(code).toBe(1)
    for (const name of ['AGENT_TOKENS', 'AGENT_JWT_SECRET', 'ALLOW_PUBLIC']) {
      expect(output).toContain(name)
    }
  })

  it('the container runs as a user who may write only to its volume', async () => {
    const env = { AGENT_TOKENS: TOKEN, DATABASE_URL: 'file:/platform.db' }
    const { code, output } = await image.runToEnd(env)
    // Where the test itself is nobody of rank, the root of the machine is shut to it as well.
    expect(code).toBe(1)
    expect(output).toMatch(/DATABASE_URL cannot be used: /)
  })

  it('the container is healthy, answers with a token and ends on SIGTERM with 0', async () => {
    const container = await image.run({ AGENT_TOKENS: TOKEN, PLATFORM_API_KEYS: TOKEN })
    await vi.waitFor(async () => expect(await container.isHealthy()).toBe(true), {
      timeout: HEALTHY_WITHIN_MS,
      interval: 500,
    })
    expect((await fetch(`${container.url}/api/top`)).status).toBe(401)
    const headers = { 'x-api-key': TOKEN, apikey: TOKEN }
    const answer = await fetch(`${container.url}/api/top`, { headers })
    expect((await answer.json()).posts).toHaveLength(3)
    expect((await fetch(`${container.url}/v3/users`, { headers })).status).toBe(200)
    expect(await container.stop()).toBe(0)
  })
})

describe('compose.yaml', () => {
  it('compose.yaml needs its keys, takes every other variable of .env, and keeps the data in a volume', async () => {
    const { services, volumes } = parse(await readFile('compose.yaml', 'utf8'))
    const { environment, ...service } = services.launchboard
    expect(environment.AGENT_TOKENS).toMatch(/^\$\{AGENT_TOKENS:\?/)
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

  it('compose.yaml has a model server to uncomment', async () => {
    const text = await readFile('compose.yaml', 'utf8')
    const { services, volumes } = parse(text.replaceAll(/^( *)# ( *)(?=\w+:|- )/gm, '$1$2'))
    const [, address = ''] = /# OPENAI_BASE_URL=(.+)/.exec(text) ?? []
    expect(Object.keys(services)).toEqual(['launchboard', new URL(address).hostname])
    expect(Object.keys(volumes)).toEqual(['data', 'models'])
  })
})
