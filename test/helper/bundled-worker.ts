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
  })
  const url = await worker.ready
  const database = await worker.getD1Database('DB')
  await migrate(database)
  return { url: url.origin, database, stop: () => worker.dispose() }
}

type Binding = Awaited<ReturnType<Miniflare['getD1Database']>>

/** As wrangler does, which keeps the names of what it has applied. */
async function migrate(database: Binding, folder = 'data/migrations') {
  await database.prepare('create table d1_migrations (name text unique)').run()
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  for (const name of names.toSorted()) {
    const statements = readFileSync(`${folder}/${name}`, 'utf8').split('--> statement-breakpoint')
    for (const sql of statements) await database.prepare(sql).run()
    await database.prepare('insert into d1_migrations values (?)').bind(name).run()
  }
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
    // What draws pictures is not a part of one module.
    loader: { '.wasm': 'empty' },
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}
