import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { marked, type Token, type Tokens } from 'marked'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROVIDERS } from '../../src/web/dashboard/agents/agent-fields.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'

const KEY = 'documents-full-access-key'

/** The chat platform's page comes first: the others speak of its people and messages. */
const FIRST = ['README.md', 'docs/chat-platform.md']
const DOCUMENTS = [
  ...FIRST,
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .filter((path) => !FIRST.includes(path)),
]

const OTHERS = ['CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']

/** Commands of more than this service on this machine are tried elsewhere, or by hand. */
const TRIED = /^(?:curl|[A-Z]=|launchboard (?:top|ask))/
const ELSEWHERE = /<(?:your )?host>|<secret>/

interface Example {
  document: string
  commands: string
  /** What is shown as their answer, where something is. */
  shown: string | undefined
}

function examplesOf(document: string): Example[] {
  const tokens = marked.lexer(readFileSync(document, 'utf8')).filter(({ type }) => type !== 'space')
  return tokens.flatMap((token, at) => {
    if (token.type !== 'code' || token.lang !== 'sh') return []
    const next = tokens[at + 1]
    const isShown = next?.type === 'code' && next.lang !== 'sh' && next.lang !== 'ts'
    return [{ document, commands: token.text, shown: isShown ? next.text : undefined }]
  })
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): string[] {
  const headings = marked.lexer(readFileSync(document, 'utf8')).filter(isHeading)
  return headings.map(({ text }) => {
    const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    return words.replaceAll(' ', '-')
  })
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

const trimmed = (text: string) => text.trim()

/** Where the links and pictures of a document lead, those to other hosts apart. */
function linksOf(document: string): string[] {
  const html = marked.parse(readFileSync(document, 'utf8'), { async: false })
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link ?? '')
  return links.filter((link) => !/^https?:/.test(link))
}

const examples = DOCUMENTS.flatMap(examplesOf).filter(({ commands }) => {
  return TRIED.test(commands) && !ELSEWHERE.test(commands)
})

/** Every field of it, however deep, and also where JSON stands in a text of JSON. */
function fieldsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\\?"(\w+)\\?":/g)].map(([, name]) => name ?? ''))]
}

/** What an answer shows at every hour: nothing rises in some. */
const atAnyHour = (shown: string, output: string) =>
  output.includes('"posts":[],"window"')
    ? shown.replace(/"posts":\[.*?\],"window"/, '"window"')
    : shown

/** The pieces of an answer's text that it streams. */
function textsIn(text: string): string[] {
  const pieces = text.matchAll(/"(?:delta|type":"text_delta","content)":"([^"\\…]*)"/g)
  return [...pieces].map(([, piece]) => piece ?? '')
}

describe('the documents', () => {
  it('README and CONTRIBUTING are short', () => {
    expect(statSync('README.md').size).toBeLessThan(9 * 1024)
  })

  it.each(PROVIDERS)('docs/dashboard.md has the provider $label', ({ label, builtInPath }) => {
    const rows = readFileSync('docs/dashboard.md', 'utf8').split('\n')
    const row = rows.find((line) => line.split('|')[1]?.split(',').map(trimmed).includes(label))
    expect(row).toContain(builtInPath ?? '–')
  })

  it.each([...DOCUMENTS, ...OTHERS])('every link in %s leads somewhere', (document) => {
    for (const link of linksOf(document)) {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? document : join(dirname(document), path)
      expect(existsSync(target), link).toBe(true)
      if (anchor) expect(anchorsOf(target), link).toContain(anchor)
    }
  })
})

describe('what the documents show', { timeout: 60_000 }, () => {
  let service: NodeProcess
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'documents-'))
    service = await startNode({ PLATFORM_API_KEYS: KEY, DEFAULT_TIMEZONE: 'America/New_York' })
  })
  afterAll(() => service.child.kill('SIGKILL'))

  // A variable that one block sets is there in the ones that follow.
  const variables: string[] = []

  const run = async (commands: string, mayFail: boolean) => {
    const here = commands
      .replaceAll(/(?:http:\/\/127\.0\.0\.1|\blocalhost):8787/g, service.url)
      .replaceAll('<the key>', KEY)
    const curl = `curl() { command curl -sS ${mayFail ? '' : '--fail-with-body'} "$@"; echo; }`
    const launchboard = `launchboard() { "$COMMAND" "$@"; }`
    const script = ['set -e', curl, launchboard, ...variables, here].join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: folder,
      env: { ...process.env, COMMAND: join(process.cwd(), 'bin', 'launchboard.mjs') },
    })
    variables.push(...here.split('\n').filter((line) => /^[A-Z]=/.test(line)))
    return stdout
  }

  it('the documents have many commands to try', () => {
    expect(examples.length).toBeGreaterThan(20)
  })

  it.each(examples)('$document: $commands', async ({ commands, shown = '' }) => {
    const output = await run(commands, /"error"|409/.test(shown))
    expect(fieldsIn(output)).toEqual(expect.arrayContaining(fieldsIn(atAnyHour(shown, output))))
    expect(textsIn(output)).toEqual(expect.arrayContaining(textsIn(shown)))
  })
})
