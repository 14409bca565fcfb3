import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { installPackages } from '../helper/install-packages.ts'
import { openapiDocument } from '../helper/openapi-document.ts'
import { fetchFrom, testApp } from '../helper/test-services.ts'

const PACKAGES = [
  'orval@8.38.0',
  '@hey-api/openapi-ts@0.99.0',
  'swagger-typescript-api@13.13.0',
  'oazapfts@7.5.0',
  '@oazapfts/runtime@1.2.0',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
]

const GENERATORS = [
  ['orval', '--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch'],
  ['openapi-ts', '-i', 'openapi.json', '-o', 'hey'],
  ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', '.', '-n', 'swagger.ts'],
  ['oazapfts', 'openapi.json', 'oazapfts.ts'],
  ['openapi-typescript', 'openapi.json', '-o', 'types.ts'],
] as const

const STRICT =
  '--strict --noEmit --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2023,dom,dom.iterable'

const ORIGIN = 'http://localhost'

/** The best product by each client, as its types say. */
const CALLS = `
import createClient from 'openapi-fetch'
import { client } from './hey/client.gen'
import { getTopProducts as hey } from './hey'
import { getTopProducts as oazapfts } from './oazapfts'
import { getTopProducts as orval } from './orval'
import { Api } from './swagger'
import type { paths } from './types'

const baseUrl = '${ORIGIN}'
client.setConfig({ baseUrl })
const limit = 1
interface Best { posts: { name: string }[] }
const nameOf = (best: object | string | undefined) => (best as Best).posts[0]?.name

export const calls: Record<string, () => Promise<string | undefined>> = {
  orval: async () => {
    const answer = await orval({ limit })
    return answer.status === 200 ? nameOf(answer.data) : undefined
  },
  'openapi-ts': async () => nameOf((await hey({ query: { limit } })).data),
  'swagger-typescript-api': async () => {
    const { data } = await new Api({ baseUrl }).api.getTopProducts({ limit }, { format: 'json' })
    return nameOf(data)
  },
  oazapfts: async () => {
    const answer = await oazapfts({ limit }, { baseUrl })
    return answer.status === 200 ? nameOf(answer.data) : undefined
  },
  'openapi-typescript': async () => {
    const { data } = await createClient<paths>({ baseUrl }).GET('/api/top', {
      params: { query: { limit } },
    })
    return nameOf(data)
  },
}
`

let folder = ''

beforeAll(async () => {
  folder = await installPackages('openapi-generators', PACKAGES)
  const files = { 'package.json': '{"type":"module"}', 'calls.ts': CALLS }
  const document = JSON.stringify(await openapiDocument())
  for (const [name, text] of Object.entries({ ...files, 'openapi.json': document })) {
    await writeFile(join(folder, name), text)
  }
  await Promise.all(GENERATORS.map(([command, ...args]) => run(command, args)))
}, 300_000)

afterAll(() => {
  vi.unstubAllGlobals()
})

function run(command: string, args: readonly string[]) {
  const options = { cwd: folder, timeout: 120_000 }
  return promisify(execFile)(join(folder, 'node_modules/.bin', command), args, options)
}

it('what generators write of the document compiles strictly', async () => {
  const errors = await run('tsc', [...STRICT.split(' '), 'calls.ts']).then(
    () => '',
    ({ stdout }) => stdout,
  )
  expect(errors).toBe('')
}, 120_000)

it('each generated client calls the service', async () => {
  const { app } = testApp()
  const ask = fetchFrom(app)
  vi.stubGlobal('fetch', (input: string | Request, init?: RequestInit) => {
    return ask(new URL(input instanceof Request ? input.url : input, ORIGIN), init)
  })
  const outfile = join(folder, 'calls.mjs')
  await build({
    entryPoints: [join(folder, 'calls.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
  const { calls } = await import(outfile)
  const { posts } = await (await app.request('/api/top?limit=1')).json()
  expect(Object.keys(calls)).toHaveLength(GENERATORS.length)
  for (const [name, call] of Object.entries<() => Promise<unknown>>(calls)) {
    expect(await call(), name).toBe(posts[0].name)
  }
})
