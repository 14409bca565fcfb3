// Bundles the page into dist/web and the service for Node into dist/, or what is named of it:
// `node build.mjs [language] [web] [thread] [node] [client] [types]`. A package has the platform's client and its
// types as well: `node build.mjs --package`.
//
// A service may be running from dist/, and another build may be under way there. So each file is
// replaced in one step, entries come last, chunks are named by their content, and those of earlier
// builds stay for a while.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

// Whatever the caller's environment is, such as that of a test: libraries add code for development.
process.env.NODE_ENV = 'production'

const WEB = 'dist/web'
/** Its parts that are named by their content. */
const PAGE_PARTS = join(WEB, 'assets/page')
/** Files of the page that are taken as they are. */
const PUBLIC = 'src/web/public'

const CLIENT = 'src/client/client.ts'
/** The client's types that are derived from the platform's schemas. */
const PLATFORM_TYPES = 'src/client/platform-types.ts'

/** What a start loads first, and what names the rest. */
const START = 'src/runtime/start-service.node.ts'
/** The command that loads a start before it begins. */
const SERVE = 'src/cli/serve.node.ts'

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
  /** The page about the API. */
  docs: {
    entryPoints: {
      docs: 'src/web/docs.html',
      'assets/docs': 'src/web/docs.js',
    },
    loader: { '.html': 'copy' },
    format: 'esm',
    minify: true,
    outdir: 'dist/web',
  },
  /** The thread that the database is in. */
  thread: {
    ...NODE,
    entryPoints: { 'sqlite-thread': 'src/storage/sqlite-thread.node.ts' },
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
    plugins: [{ name: 'join-early', setup: joinEarly }],
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

const OTHERS = { language: buildLanguage, web: buildWeb, types: buildTypes }
const SERVICE = ['language', 'web', 'thread', 'node']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { package: { type: 'boolean', default: false } },
})
/** What is smaller when it is compressed, which pictures and fonts are already. */
const COMPRESSIBLE = /\.(html|js|css|svg)$/

/** The folders of the packages that were bundled. */
const bundledPackages = new Set()

const wanted = values.package
  ? [...SERVICE, 'client', 'types']
  : positionals.length > 0
    ? positionals
    : SERVICE

await mkdir('dist', { recursive: true })
const temporary = await mkdtemp('dist/build-')
try {
  for (const name of wanted) await (OTHERS[name] ?? buildTarget)(name)
  if (SERVICE.every((name) => wanted.includes(name))) await writeNotices()
} finally {
  await rm(temporary, { recursive: true })
}

/** What the embedded model learns from its examples, where one of them has changed. */
async function buildLanguage() {
  const outfile = join(temporary, 'teach.mjs')
  const entry = 'src/language/training/teach.node.ts'
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile })
  await promisify(execFile)(process.execPath, [outfile])
}

async function buildWeb() {
  await buildTarget('docs')
  await buildPage()
}

/** The page, by Vite: its parts first, so that what names them never comes before them. */
async function buildPage() {
  const { build } = await import('vite')
  const { output } = await build({ logLevel: 'warn', build: { write: false } })
  notePackages(output.flatMap(({ moduleIds, originalFileNames }) => moduleIds ?? originalFileNames))
  const bundled = output.map((file) => [
    file.fileName,
    file.type === 'chunk' ? file.code : file.source,
  ])
  const copied = (await readdir(PUBLIC, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [relative(PUBLIC, path), await readFile(path)]
    })
  const files = [...bundled, ...(await Promise.all(copied))].flatMap(([name, content]) =>
    withCompressed({ path: join(WEB, name), contents: Buffer.from(content) }),
  )
  files.push(...(await buildWidget()))
  const isEntry = ({ path }) => path.startsWith(join(WEB, 'index.html'))
  for (const file of files.filter((file) => !isEntry(file))) await place(file)
  for (const file of files.filter(isEntry)) await place(file)
  await removeOthers(new Set(files.map(({ path }) => path)))
}

/** The chat for pages that are not ours: one script, with its styles in it. */
async function buildWidget() {
  const { build } = await import('vite')
  const [{ output }] = await build({
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: 'widget/widget.ts', formats: ['iife'], name: 'LaunchboardWidget' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const { code, moduleIds } = output.find(({ type }) => type === 'chunk')
  notePackages(moduleIds)
  const contents = Buffer.from(code)
  const hash = createHash('sha256').update(contents).digest('base64url').slice(0, 8)
  return [
    ...withCompressed({ path: join(PAGE_PARTS, `widget-${hash}.js`), contents }),
    ...withCompressed({ path: join(WEB, 'assets/widget.js'), contents }),
  ]
}

/** A file, and beside it the same in the encodings that browsers take. */
function withCompressed({ path, contents }) {
  if (!COMPRESSIBLE.test(path)) return [{ path, contents }]
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: contents.byteLength }
  return [
    { path, contents },
    { path: `${path}.br`, contents: brotliCompressSync(contents, { params }) },
    { path: `${path}.gz`, contents: gzipSync(contents, { level: 9 }) },
  ]
}

/** What earlier builds left: a running service has its files in memory, and what is deployed is all there is. */
async function removeOthers(inUse) {
  for (const name of await readdir(PAGE_PARTS)) {
    const path = join(PAGE_PARTS, name)
    if (!inUse.has(path)) await rm(path, { force: true }) // another build may have removed it
  }
}

async function buildTarget(name) {
  const options = { ...TARGETS[name], bundle: true, write: false, logLevel: 'warning' }
  const { outputFiles, metafile } = await build({ ...options, metafile: true })
  notePackages(Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)))
  const files = outputFiles
    .map(({ path, contents }) => ({ path: relative('', path), contents }))
    .flatMap((file) => (file.path.startsWith(WEB) ? withCompressed(file) : file))
  const isChunk = ({ path }) => dirname(path) === CHUNKS
  for (const file of files.filter(isChunk)) await place(file)
  for (const file of files.filter((file) => !isChunk(file))) await place(file)
  if (name === 'node') await removeOldChunks(new Set(files.map(({ path }) => path)))
}

/**
 * Chunks are what the same entries reach. Whatever a start loads later reaches what it loads first,
 * by an import that changes nothing, and so that is one chunk: to find forty takes longer than to
 * read one.
 */
async function joinEarly({ onLoad }) {
  const early = await realpath(START)
  const imports = (await readFile(early, 'utf8')).matchAll(/import\('(\..+?)'\)/g)
  const later = new Set([...imports].map(([, path]) => resolve(dirname(early), path)))
  later.add(await realpath(SERVE))
  onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    if (!later.has(path)) return undefined
    const contents = `${await readFile(path, 'utf8')}\nimport '${early}'\n`
    return { contents, loader: 'ts' }
  })
}

/** One file of declarations, which needs no others. */
async function buildTypes() {
  const { rollup } = await import('rollup')
  const { dts } = await import('rollup-plugin-dts')
  const { writtenOutTypes } = await import('./src/client/written-out-types.mjs')
  const path = resolve(temporary, 'platform-types.d.ts')
  await writeFile(path, writtenOutTypes(PLATFORM_TYPES))
  const isReplaced = (source) => source.endsWith('/platform-types.ts')
  const replaced = { name: 'replace', resolveId: (source) => (isReplaced(source) ? path : null) }
  const bundle = await rollup({ input: CLIENT, plugins: [replaced, dts()] })
  const { output } = await bundle.generate({ format: 'es' })
  await place({ path: 'dist/client.d.ts', contents: Buffer.from(output[0].code) })
}

function notePackages(files) {
  for (const file of files) {
    const [folder] = /(?<=^|\/)node_modules\/(.*\/node_modules\/)?(@[^/]+\/)?[^/]+/.exec(file) ?? []
    if (folder) bundledPackages.add(folder)
  }
}

/** The licences of all that is bundled, which ask to go with it. */
async function writeNotices() {
  const notices = await Promise.all([...bundledPackages].sort().map(noticeOf))
  const contents = Buffer.from([...new Set(notices)].join(`\n\n${'-'.repeat(80)}\n\n`))
  await place({ path: 'dist/THIRD-PARTY-NOTICES.txt', contents })
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json')))
  const names = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  const texts = await Promise.all(names.sort().map((file) => readFile(join(folder, file), 'utf8')))
  return [`${name} ${version}, ${license}`, ...texts.map((text) => text.trim())].join('\n\n')
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
