import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * A server of the benchmarks as one file, built as the service is: what runs TypeScript as it is
 * names every function as it is made, which an answer with many functions pays for.
 */
export async function bundled(entry: string) {
  const root = new URL('../../', import.meta.url).pathname
  const folder = await mkdtemp(join(root, 'dist/bench-'))
  const file = join(folder, 'server.mjs')
  await build({
    entryPoints: [new URL(entry, import.meta.url).pathname],
    absWorkingDir: root,
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['libsql', 'tinypool'],
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  return { file, remove: () => rm(folder, { recursive: true }) }
}
