import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { marked } from 'marked'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeProcess, startNode } from '../helper/node-process.ts'

const KEY = 'documents-full-access-key'

/** As they are read: the README first, whose people and messages the others speak of. */
const DOCUMENTS = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

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

const examples = DOCUMENTS.flatMap(examplesOf).filter(({ commands }) => {
  return TRIED.test(commands) && !ELSEWHERE.test(commands)
})

/** Every field of it, however deep, and also where JSON stands in a text of JSON. */
function fieldsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\\?"(\w+)\\?":/g)].map(([, name]) => name ?? ''))]
}

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

  it('is a good part of them', () => {
    expect(examples.length).toBeGreaterThan(20)
  })

  it.each(examples)('$document: $commands', async ({ commands, shown = '' }) => {
    const output = await run(commands, /"error"|409/.test(shown))
    expect(fieldsIn(output)).toEqual(expect.arrayContaining(fieldsIn(shown)))
  })
})
