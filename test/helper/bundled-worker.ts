import { readdirSync, readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'

/** The Worker in workerd, with an empty D1 database, without the proxy of `wrangler dev` before it. */
export async function startBundledWorker(bindings: Record<string, string>) {
  const worker = new Miniflare({
    modules: true,
    script: await bundleWorker(),
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['enable_request_signal'],
    bindings,
    d1Databases: { DB: 'launchboard' },
    durableObjects: { GUARD: { className: 'ProductHuntGuard', useSQLite: true } },
  })
  const url = await worker.ready
  const database = await worker.getD1Database('DB')
  for (const sql of migrations()) await database.prepare(sql).run()
  return { url: url.origin, database, stop: () => worker.dispose() }
}

function migrations(folder = 'data/migrations') {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('--> statement-breakpoint'))
}

/** The Worker as one module. */
export async function bundleWorker() {
  const { outputFiles } = await build({
    entryPoints: ['src/worker.ts'],
    bundle: true,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}
