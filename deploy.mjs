// Deploys the Worker: `npm run deploy`, with options for `wrangler deploy` after `--`.
//
// The database is created where the account has none of that name, and brought up to date before
// the Worker that asks it. `wrangler deploy` alone would create it too, but wrangler migrates only a
// database whose id is in its configuration, and writes no id into a wrangler.toml with comments.
// So migrations get a configuration of their own, and wrangler.toml stays free of anybody's ids;
// one that is there, as the deploy button writes it, is taken.
import { execFile, spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { unstable_readConfig } from 'wrangler'

const BINDING = 'DB'
const WRANGLER = join(createRequire(import.meta.url).resolve('wrangler'), '../../bin/wrangler.js')
const CONFIG = resolve('.wrangler/deploy-database.json')

const options = process.argv.slice(2)
if (!options.includes('--dry-run')) await migrate()
await wrangler('deploy', '--minify', ...options)
if (!options.includes('--dry-run')) {
  console.log(`
Until AGENT_TOKENS is set (npx wrangler secret put AGENT_TOKENS) the Worker answers 503, and until
PLATFORM_API_KEYS is set, /v3 opens to no key. An agent's Deployment URL is the address above, with
/stream or /agent. See docs/operate/workers.md.`)
}

async function migrate() {
  const config = unstable_readConfig({}, { hideWarnings: true })
  const database = config.d1_databases.find(({ binding }) => binding === BINDING)
  if (!database) return
  const { database_name: name, migrations_dir } = database
  const id = database.database_id ?? (await idOf(name)) ?? (await create(name))
  const migrating = {
    name: config.name,
    account_id: config.account_id,
    compatibility_date: config.compatibility_date,
    d1_databases: [{ ...database, database_id: id, migrations_dir: resolve(migrations_dir) }],
  }
  await mkdir(resolve(CONFIG, '..'), { recursive: true })
  await writeFile(CONFIG, JSON.stringify(migrating))
  try {
    await wrangler('d1', 'migrations', 'apply', BINDING, '--remote', '--config', CONFIG)
  } finally {
    await rm(CONFIG)
  }
}

async function idOf(name) {
  const databases = JSON.parse(await outputOf('d1', 'list', '--json'))
  return databases.find((database) => database.name === name)?.uuid
}

async function create(name) {
  // Not shown: it would tell to write the id into wrangler.toml.
  await outputOf('d1', 'create', name)
  console.log(`Created the D1 database ${name}.`)
  return idOf(name)
}

async function outputOf(...args) {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [WRANGLER, ...args]).catch(fail)
  return stdout
}

function wrangler(...args) {
  const child = spawn(process.execPath, [WRANGLER, ...args], { stdio: 'inherit' })
  return new Promise((done) => {
    child.once('close', (code) => (code === 0 ? done() : process.exit(code ?? 1)))
  })
}

/** Wrangler's message about the failure is on either output. */
function fail({ stdout, stderr }) {
  console.error(`${stdout}${stderr}`.trim())
  process.exit(1)
}
