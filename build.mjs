// Builds the service into dist/, or what is named of it:
// `node build.mjs [language] [board] [web] [thread] [node] [api] [client] [types]`. A package has the
// client and its types as well: `node build.mjs --package`. With `--if-changed` nothing is built while the
// sources are those of the last build.
//
// A service may be running from dist/, and another build may be under way there. So everything is
// built in a folder of its own, and each file is then replaced in one step. What a running service has
// not loaded yet has a hash in its name, and stays until the build after the next.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { noteFiles, writeBillOfMaterials, writeNotices } from './build/bundled-packages.mjs'
import {
  digestOfSources,
  filesIn,
  filesOfLastBuild,
  isBuilt,
  recordBuild,
  recordPart,
} from './build/changes.mjs'
import { writeIcons } from './build/write-icons.mjs'
import { writeStamp } from './build/write-stamp.mjs'
import { writeTimeZones } from './build/write-time-zones.mjs'

// Libraries would add code for development in another environment, such as that of a test.
process.env.NODE_ENV = 'production'

const DIST = 'dist'
const CLIENT = 'src/client/client.ts'
const TARGETS = { language, board, web, thread, node, api, client, types }
const SERVICE = ['language', 'board', 'web', 'thread', 'node']

/** Bundled CommonJS asks for Node's own modules by `require`. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** More would be slow to load in every answer of an assistant. */
const MAX_BOARD_BYTES = 72 * 1024

/** Text is smaller when it is compressed; pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(html|js|css|svg|json|md|txt)$/

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    package: { type: 'boolean', default: false },
    'if-changed': { type: 'boolean', default: false },
  },
})
if (values['if-changed']) {
  if (await isBuilt()) process.exit()
  console.log(
    'Building the service, which takes about 15 seconds. An unchanged one is not built again.',
  )
}
const named = positionals.length > 0 ? positionals : SERVICE
const wanted = values.package ? [...SERVICE, 'api', 'client', 'types'] : named

// Loading them takes a second, which a start without a build need not wait.
const [esbuild, vite] = await Promise.all([import('esbuild'), import('vite')])

await mkdir(DIST, { recursive: true })
const sources = await digestOfSources()
const work = await mkdtemp(join(DIST, 'build-'))
const out = join(work, 'out')
try {
  await makeData('build.json', writeStamp)
  await makeData('time-zones.json', writeTimeZones)
  for (const name of wanted) await TARGETS[name]()
  const isWhole = SERVICE.every((name) => wanted.includes(name))
  if (isWhole) {
    await writeNotices(join(out, 'THIRD-PARTY-NOTICES.txt'))
    await writeBillOfMaterials(join(out, 'bill-of-materials.cdx.json'))
  }
  const files = await place()
  await (isWhole ? recordBuild(sources, files) : recordPart(sources))
} finally {
  await rm(work, { recursive: true })
}

/** At once: a running build or test reads it there. */
async function makeData(name, write) {
  const path = join(work, name)
  await write(path)
  await rename(path, join('data', name))
}

/** Trains the embedded model if one of its examples has changed. */
async function language() {
  const run = await bundleScript('src/language/training/teach.node.ts')
  await run([])
}

/** The board inside an assistant: one page, with all that it needs in it. */
async function board() {
  const { code, styles } = await oneScript('assistant/assistant-board.tsx', false)
  const script = code.replaceAll('</script', '<\\/script')
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Launchboard</title><style>${styles}</style><main aria-live="polite" tabindex="0"></main><script>${script}</script></html>`
  const bytes = Buffer.byteLength(html)
  if (bytes > MAX_BOARD_BYTES) throw new Error(`The board for assistants has ${bytes} bytes.`)
  const path = join(work, 'board.json')
  await writeFile(path, JSON.stringify({ html }))
  // At once: other targets read it there.
  await rename(path, 'data/board.json')
}

/** The page, its documentation, and the board and the chat for pages of others. */
async function web() {
  const outDir = resolve(out, 'web')
  const pages = ['index.html', 'docs.html', 'embed.html']
  const rolldownOptions = { input: pages.map((name) => `src/web/${name}`) }
  const { output } = await vite.build({
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, rolldownOptions },
  })
  noteFiles(output.flatMap(({ moduleIds, originalFileNames }) => moduleIds ?? originalFileNames))
  await writeDocs(outDir)
  await writeIcons(join(outDir, 'assets/icons'))
  await copyFonts(join(outDir, 'assets/share'))
  const headersFile = await bundleScript('src/runtime/headers-file.node.ts')
  await writeFile(join(outDir, '_headers'), (await headersFile([])).stdout)
  await writeFile(join(outDir, 'assets/widget.js'), await widgetScript())
  await widgetModule('canvas-confetti', join(outDir, 'assets/confetti.js'))
  await widgetModule('src/web/product/draw-chart.tsx', join(outDir, 'assets/charts.js'))
  for (const path of await filesIn(outDir)) {
    if (COMPRESSIBLE.test(path) && !path.includes('/icons/')) await compress(path)
  }
  // A Worker reads it there, and nobody else.
  await copyFile('data/language/model.json', join(outDir, 'assets/language-model.json'))
}

/** The fonts of the pictures of links: what draws them knows no variable ones. */
async function copyFonts(folder) {
  const fonts = 'node_modules/@fontsource/inter'
  await mkdir(folder, { recursive: true })
  for (const weight of [400, 600]) {
    const file = join(fonts, `files/inter-latin-${weight}-normal.woff2`)
    await copyFile(file, join(folder, `inter-${weight}.woff2`))
  }
  noteFiles([`${fonts}/package.json`])
}

/** Writes the guides and the reference into the page's template. */
async function writeDocs(folder) {
  const run = await bundleScript('src/web/docs/write-docs.node.ts')
  const writing = run([folder])
  writing.child.stdin.end(await openapiDocument())
  await writing
}

/** The OpenAPI document as the service itself describes it. */
async function openapiDocument() {
  const run = await bundleScript('src/openapi.node.ts')
  const { stdout } = await run([])
  return stdout
}

/** Bundles a script of the build; a function that runs it. */
async function bundleScript(entry) {
  const outfile = join(work, `${basename(entry, '.ts')}.mjs`)
  await bundle({
    entryPoints: [entry],
    platform: 'node',
    format: 'esm',
    outfile,
    banner: { js: REQUIRE },
  })
  return (args) => promisify(execFile)(process.execPath, [outfile, ...args])
}

/** An entry as one script, and the styles that are not in it. */
async function oneScript(entry, isWidget) {
  const [{ output }] = await vite.build({
    logLevel: 'warn',
    define: { IS_WIDGET: String(isWidget) },
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'Launchboard' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const { code, moduleIds } = output.find(({ type }) => type === 'chunk')
  noteFiles(moduleIds)
  return { code: code.trim(), styles: output.find(({ type }) => type === 'asset')?.source.trim() }
}

/** With its styles in it. Registered properties do nothing in a shadow root. */
async function widgetScript() {
  const { code } = await oneScript('widget/widget.ts', true)
  return code.replace(/@property [^}]*\}/g, '')
}

/** What the widget loads when it is wanted: the confetti that it throws over a page, its charts. */
async function widgetModule(entry, outfile) {
  await bundle({
    entryPoints: [entry],
    format: 'esm',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outfile,
  })
}

/** Writes the encodings that browsers accept beside a file. */
async function compress(path) {
  const content = await readFile(path)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength }
  await writeFile(`${path}.br`, brotliCompressSync(content, { params }))
  await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }))
}

/** The threads of the database, and the one that draws. */
async function thread() {
  await bundleForNode({
    entryPoints: {
      'sqlite-thread': 'src/storage/sqlite-thread.node.ts',
      'draw-thread': 'src/runtime/draw-thread.node.ts',
    },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
  })
  await copyFile('node_modules/@resvg/resvg-wasm/index_bg.wasm', join(out, 'resvg.wasm'))
}

/** The service and the command. What few starts need is in parts of its own, loaded when it is. */
async function node() {
  await bundleForNode({
    entryPoints: { node: 'src/node.ts', launchboard: 'src/cli.node.ts' },
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    sourcemap: true,
    sourcesContent: false,
    banner: { js: REQUIRE },
  })
}

function bundleForNode(options) {
  // Names are kept: they stand in stack traces.
  const minify = { minifyWhitespace: true, minifySyntax: true }
  // Their files load others: libsql its native part, tinypool the module of its threads.
  const external = ['libsql', 'tinypool']
  return bundle({
    platform: 'node',
    target: 'node20',
    outdir: out,
    external,
    alias: { '@modelcontextprotocol/server/_shims': './src/routes/mcp/sdk-shims.ts' },
    ...minify,
    ...options,
  })
}

/** The types of the HTTP API as the service itself describes it, from which the client's are made. */
async function api() {
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  const path = join(work, 'openapi.d.ts')
  await writeFile(path, astToString(await openapiTypes(await openapiDocument())))
  // At once: the other targets read it there.
  await rename(path, join(DIST, 'openapi.d.ts'))
}

/** The typed client, for Node, browsers and Workers. */
async function client() {
  await bundle({
    entryPoints: { client: CLIENT },
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    format: 'esm',
    // Browsers load it.
    minify: true,
    outdir: out,
  })
}

/** The client's types: one file of declarations, which needs no others. */
async function types() {
  const { rollup } = await import('rollup')
  const { dts } = await import('rollup-plugin-dts')
  const declarations = await rollup({
    input: CLIENT,
    plugins: [dts({ includeExternal: ['openapi-fetch', 'openapi-typescript-helpers'] })],
  })
  await declarations.write({ format: 'es', file: join(out, 'client.d.ts') })
  // The service starts as it is imported, and exports nothing.
  await writeFile(join(out, 'node.d.ts'), 'export {}\n')
}

async function bundle(options) {
  const { metafile } = await esbuild.build({
    bundle: true,
    logLevel: 'warning',
    metafile: true,
    ...options,
  })
  noteFiles(Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)))
}

/** Moves what was built to its place, pages last: what they name is there before them. */
async function place() {
  const built = (await filesIn(out)).map((path) => relative(out, path))
  const isPage = (path) => path.includes('.html')
  for (const path of [...built.filter((path) => !isPage(path)), ...built.filter(isPage)]) {
    await mkdir(join(DIST, dirname(path)), { recursive: true })
    await rename(join(out, path), join(DIST, path))
  }
  const stale = (path) => !built.includes(path)
  if (wanted.includes('web')) await remove((path) => path.startsWith('web/') && stale(path))
  if (wanted.includes('node')) {
    // A service that was started from the last build loads a part of it when it is asked for it.
    const last = values.package ? [] : await filesOfLastBuild()
    await remove((path) => path.startsWith('part-') && stale(path) && !last.includes(path))
  }
  return built
}

async function remove(isStale) {
  const paths = (await filesIn(DIST)).filter((path) => isStale(relative(DIST, path)))
  // Another build may have removed it.
  for (const path of paths) await rm(path, { force: true })
}
