import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'

describe('the bundle that is deployed', () => {
  let bundle: Buffer
  let sources: string[]
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'launchboard-worker-'))
    const deploy = ['wrangler', 'deploy', '--minify', '--dry-run', '--outdir', folder]
    await promisify(execFile)('npx', deploy, {
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
    })
    bundle = await readFile(join(folder, 'worker.js'))
    sources = JSON.parse(await readFile(join(folder, 'worker.js.map'), 'utf8')).sources
  }, 60_000)

  it('the Worker bundle is below 420 KiB gzipped', () => {
    expect(gzipSync(bundle).length / 1024).toBeLessThan(420)
  })

  it('the Worker bundle excludes unused parts of libraries', () => {
    const leftOut =
      /zod\/v3|zod\/v4\/locales\/(?!en\.)|@ai-sdk\/gateway|\bajv|tasks\/(?:server|helpers)|utils\/mount|luxon\/src\/(?:info|interval|impl\/tokenParser)|@ai-sdk\/openai\/src\/(?:responses|tool|image)|provider-utils\/src\/to-json-schema\/zod3/
    expect(sources.some((source) => source.includes('node_modules/zod/v4/'))).toBe(true)
    expect(sources.filter((source) => leftOut.test(source))).toEqual([])
  })
})
