// Bundles the page into dist/web and the service for Node into dist/, or what is named of it:
// `node build.mjs [web] [thread] [node] [client] [types]`. A package has the platform's client and its
// types as well: `node build.mjs --package`.
//
// A service may be running from dist/, and another build may be under way there. So each file is
// replaced in one step, entries come last, chunks are named by their content, and those of earlier
// builds stay for a while.
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

const CLIENT = 'src/platform/client.ts'

const CHUNKS = 'dist/node'
/** Since when which chunks belong to no build any more. */
const OLD_CHUNKS = join(CHUNKS, 'old-chunks.json')
/** A running service may load a chunk as late as with its first call of an agent. */
const KEEP_OLD_CHUNKS_MS = 30 * 24 * 60 * 60 * 1000

const NODE = {
  platform: 'node',
  target: 'node20',
  // Names are kept: they stand in stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  outdir: 'dist',
}

/** What is built, by the name it is asked for. */
const TARGETS = {
  web: {
    entryPoints: {
      docs: 'src/web/docs.html',
      'assets/docs': 'src/web/docs.js',
      _headers: 'src/web/_headers',
    },
    loader: { '.html': 'copy', '': 'copy' },
    format: 'esm',
    minify: true,
    outdir: 'dist/web',
  },
  /** The thread that the database is in. */
  thread: {
    ...NODE,
    entryPoints: { 'sqlite-thread': 'src/platform/storage/sqlite-thread.node.ts' },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // It finds its native part among its own dependencies.
    external: ['libsql'],
  },
  node: {
    ...NODE,
    entryPoints: { node: 'src/node.ts', launchboard: 'src/cli.node.ts' },
    format: 'esm',
    splitting: true,
    chunkNames: 'node/[name]-[hash]',
    sourcemap: true,
    sourcesContent: false,
    // What is bundled of CommonJS asks for Node's own modules by `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  },
  /** The typed client of the chat platform, for Node, browsers and Workers. */
  client: {
    entryPoints: { client: CLIENT },
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    format: 'esm',
    // Browsers load it.
    minify: true,
    outdir: 'dist',
  },
}

const SERVICE = ['web', 'thread', 'node']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { package: { type: 'boolean', default: false } },
})
const wanted = values.package
  ? [...SERVICE, 'client', 'types']
  : positionals.length > 0
    ? positionals
    : SERVICE

await mkdir('dist', { recursive: true })
const temporary = await mkdtemp('dist/build-')
try {
  for (const name of wanted) await (name === 'types' ? buildTypes() : buildTarget(name))
} finally {
  await rm(temporary, { recursive: true })
}

async function buildTarget(name) {
  const options = { ...TARGETS[name], bundle: true, write: false, logLevel: 'warning' }
  const { outputFiles } = await build(options)
  const files = outputFiles.map(({ path, contents }) => ({ path: relative('', path), contents }))
  const isChunk = ({ path }) => dirname(path) === CHUNKS
  for (const file of files.filter(isChunk)) await place(file)
  for (const file of files.filter((file) => !isChunk(file))) await place(file)
  if (name === 'node') await removeOldChunks(new Set(files.map(({ path }) => path)))
}

/** One file of declarations, which needs no others. */
async function buildTypes() {
  const { rollup } = await import('rollup')
  const { dts } = await import('rollup-plugin-dts')
  const bundle = await rollup({ input: CLIENT, plugins: [dts()] })
  const { output } = await bundle.generate({ format: 'es' })
  await place({ path: 'dist/client.d.ts', contents: Buffer.from(output[0].code) })
}

async function place({ path, contents }) {
  const present = await readFile(path).catch(() => undefined)
  if (present?.equals(contents)) return
  const written = join(temporary, 'file')
  await writeFile(written, contents)
  await mkdir(dirname(path), { recursive: true })
  await rename(written, path)
}

async function removeOldChunks(inUse) {
  const known = JSON.parse(await readFile(OLD_CHUNKS, 'utf8').catch(() => '{}'))
  const old = {}
  for (const name of await readdir(CHUNKS)) {
    const path = join(CHUNKS, name)
    if (inUse.has(path) || path === OLD_CHUNKS) continue
    const sinceMs = known[name] ?? Date.now()
    const isKept = !values.package && Date.now() - sinceMs < KEEP_OLD_CHUNKS_MS
    if (isKept) old[name] = sinceMs
    else await rm(path, { force: true }) // another build may have removed it
  }
  await place({ path: OLD_CHUNKS, contents: Buffer.from(JSON.stringify(old)) })
}
