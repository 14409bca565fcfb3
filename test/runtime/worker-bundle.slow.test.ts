import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

it('the Worker bundle is below 1 MiB gzipped', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'launchboard-worker-'))
  const deploy = ['wrangler', 'deploy', '--minify', '--dry-run', '--outdir', folder]
  await promisify(execFile)('npx', deploy, {
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  })
  const bundle = await readFile(join(folder, 'worker.js'))
  expect(gzipSync(bundle).length / 1024).toBeLessThan(1024)
})
