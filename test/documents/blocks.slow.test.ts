import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { contentsOf } from '../../src/web/docs/contents.ts'
import { freePort } from '../helper/free-port.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import {
  anchorsOf,
  type Block,
  blocksOf,
  fieldsIn,
  isRun,
  linesIn,
  linksOf,
  textsIn,
} from './blocks.ts'
import { CHECKED, OUTSIDE } from './outside.ts'

const KEY = 'documents-full-access-key'
const ROOT = process.cwd()
/** Inside the repository, so that a script finds its packages. */
const SCRIPTS = join(ROOT, 'test-results/documents')

const PAGES = contentsOf(readFileSync('docs/README.md', 'utf8'))
  .flatMap(({ entries }) => entries)
  .map(({ slug }) => `docs/${slug}.md`)
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/README.md', ...PAGES]
const OTHERS = ['CHANGELOG.md', 'SECURITY.md']

/** Pages that go on with the people and messages of the one before. */
const sessionOf = (document: string) => /^docs\/platform\//.exec(document)?.[0] ?? document

const isOutside = ({ text }: Block) => OUTSIDE.some(([pattern]) => pattern.test(text))
const blocks = DOCUMENTS.flatMap(blocksOf)
const tried = blocks.filter((block) => (isRun(block) && !isOutside(block)) || block.file)
const SESSIONS = [...new Set(tried.map(({ document }) => sessionOf(document)))]

const PRELUDE = `
export ROOT PORT
curl() { command curl -sS $FAIL "$@"; echo; }
launchboard() { if [ "$1" = serve ]; then serve "$@"; else "$ROOT/bin/launchboard.mjs" "$@"; fi; }
serve() {
  node "$ROOT/dist/launchboard.js" "\${@:-serve}" > service.log 2>&1 &
  trap "kill $!; wait $! || true" EXIT
  until command curl -sf "http://127.0.0.1:$PORT/health" > /dev/null; do kill -0 $! || { cat service.log; exit 1; }; done
}
`

describe('the links of the documents', () => {
  it.each([...DOCUMENTS, ...OTHERS])('every link in %s leads somewhere', (document) => {
    for (const { link, file, anchor } of linksOf(document)) {
      expect(existsSync(file), link).toBe(true)
      if (anchor) expect(anchorsOf(file), link).toContain(anchor)
    }
  })
})

describe('the blocks of the documents', () => {
  it('many of them are run, and each reason not to run one is needed', () => {
    const run = blocks.filter(isRun)
    expect(tried.length).toBeGreaterThan(60)
    for (const [pattern] of OUTSIDE) expect(run.some(({ text }) => pattern.test(text))).toBe(true)
  })

  it.each(blocks.filter(({ language, text }) => language === 'json' && !text.includes('…')))(
    '$document: JSON is JSON: $text',
    ({ text }) => {
      const isWhole = /^\s*(?:\{ |\[\n)/.test(text)
      for (const line of isWhole ? [text] : text.split('\n')) JSON.parse(line)
    },
  )

  it('the rules of alerts name metrics of the service and sections of the runbook', async () => {
    const rules = readFileSync('docs/operate/alerts.yaml', 'utf8')
    const page = readFileSync('docs/operate/monitoring.md', 'utf8')
    for (const { alert, annotations } of parse(rules).groups[0].rules) {
      const [file, anchor] = annotations.runbook.split('#')
      expect(anchorsOf(file), alert).toContain(anchor)
      expect(page).toContain(`\`${alert}\``)
    }
    const { child, url } = await startNode({
      REDIS_URL: 'redis://127.0.0.1:1',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      TOKENS_PER_DAY: '1000000',
    })
    // Metrics of tokens come with the first run.
    await fetch(`${url}/api/chat`, { method: 'POST', body: '{"message":"hi"}' })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    child.kill('SIGKILL')
    const named = `${rules}${page}`.match(/\b(?:launchboard|nodejs)_\w+[a-z]\b/g) ?? []
    for (const name of named) {
      expect(metrics).toContain(`# TYPE ${name.replace(/_(?:count|bucket)$/, '')} `)
    }
  })
})

describe.each(SESSIONS)('%s', (session) => {
  const own = tried.filter(({ document }) => sessionOf(document) === session)
  let service: NodeProcess
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'documents-'))
    await mkdir(join(folder, '.data'))
    await mkdir(SCRIPTS, { recursive: true })
    service = await startNode({
      PLATFORM_API_KEYS: KEY,
      DEFAULT_TIMEZONE: 'America/New_York',
      DATABASE_URL: `file:${folder}/.data/launchboard.db`,
    })
  })
  afterAll(async () => {
    service?.child.kill('SIGKILL')
    if (folder) await rm(folder, { recursive: true })
  })

  // A variable or a function of one block is there in the ones that follow.
  const kept: string[] = []

  async function run({ text, language, shown }: Block): Promise<string> {
    const startsOwn = /npm start|launchboard serve/.test(text)
    const port = startsOwn ? String(await freePort()) : new URL(service.url).port
    const here = text
      .replaceAll(':8787', `:${port}`)
      .replaceAll('<the key>', KEY)
      .replaceAll('…', 'x')
    if (language !== 'sh') return script(here)
    const mayFail = /"error"|invalid/.test(shown)
    const env = { ...process.env, ROOT, PORT: port, FAIL: mayFail ? '' : '--fail-with-body' }
    const lines = [PRELUDE, CHECKED, mayFail ? '' : 'set -e', ...kept, here]
    const options = { cwd: folder, env, timeout: 60_000 }
    const bash = promisify(execFile)('bash', ['-c', `{ ${lines.join('\n')}\n} 2>&1`], options)
    const { stdout } = await (mayFail ? bash.catch((error) => error) : bash)
    kept.push(...here.split('\n').filter((line) => /^export [A-Z]=/.test(line)))
    return stdout
  }

  async function script(code: string): Promise<string> {
    const path = join(SCRIPTS, `${crypto.randomUUID()}.ts`)
    const client = JSON.stringify(join(ROOT, 'src/client/client.ts'))
    await writeFile(path, code.replaceAll("'launchboard'", client))
    const { stdout } = await promisify(execFile)('npx', ['tsx', path], { timeout: 60_000 })
    await rm(path)
    return stdout
  }

  it.each(own)(
    '$document: $text',
    async (block) => {
      if (block.file) return writeFile(join(folder, block.file), `${block.text}\n`)
      const output = await run(block)
      const { shown } = block
      expect(fieldsIn(output)).toEqual(expect.arrayContaining(fieldsIn(atAnyHour(shown, output))))
      expect(textsIn(output)).toEqual(expect.arrayContaining(textsIn(shown)))
      for (const line of linesIn(shown)) expect(output).toContain(line)
    },
    90_000,
  )
})

/** What an answer shows at every hour: nothing rises in some. */
function atAnyHour(shown: string, output: string): string {
  return output.includes('"posts":[],"window"')
    ? shown.replace(/"posts":\[.*?\],"window"/, '"window"')
    : shown
}
