import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  AbstractChat,
  type ChatState,
  DefaultChatTransport,
  readUIMessageStream,
  type UIMessage,
} from 'ai'
import { marked } from 'marked'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { expectShown, useBrowser } from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { freePort } from '../helper/free-port.ts'
import { installPackages } from '../helper/install-packages.ts'
import { post } from '../helper/test-services.ts'
import { useService } from '../helper/use-service.ts'
import { openWidget, send } from '../web/widget/foreign-page.ts'

const execute = promisify(execFile)

const TOKEN = 'a-token-of-the-examples'
const KEY = 'a-key-of-20-characters'
const service = useService({
  AGENT_TOKENS: TOKEN,
  PLATFORM_API_KEYS: KEY,
  ALLOW_LOCAL_AGENTS: 'true',
})

/** Kept between runs: an installation from the registry takes its time. */
const PYTHON = resolve('node_modules/.cache/examples-python')
const MAX_INSTALL_MS = 180_000

const isPythonMissing =
  spawnSync('python3', ['--version']).status !== 0 && process.env.CI !== 'true'

/** The commands of a readme, a block each. */
const blocksOf = (example: string) =>
  marked.lexer(readFileSync(join('examples', example, 'README.md'), 'utf8')).flatMap((token) => {
    return token.type === 'code' && token.lang === 'sh' ? [String(token.text)] : []
  })

const environment = () => ({
  ...process.env,
  LAUNCHBOARD_URL: service.url,
  LAUNCHBOARD_TOKEN: TOKEN,
})

/** What npm would install is here already. Python's packages are in a folder of their own. */
function scriptOf(commands: string) {
  return `set -e; npm() { [ "$1" = install ]; }; pip() { :; }\n${commands}`
}

async function run(example: string, commands: string) {
  const path = `${PYTHON}/bin:${process.env.PATH}`
  return execute('bash', ['-c', scriptOf(commands)], {
    cwd: join('examples', example),
    env: { ...environment(), PATH: path },
  })
}

class Chat extends AbstractChat<UIMessage> {}

/** The state of `useChat` without a page. */
function chatState(): ChatState<UIMessage> {
  const messages: UIMessage[] = []
  return {
    status: 'ready',
    error: undefined,
    messages,
    pushMessage: (message) => void messages.push(message),
    popMessage: () => void messages.pop(),
    replaceMessage: (index, message) => void messages.splice(index, 1, message),
    snapshot: (thing) => structuredClone(thing),
  }
}

/** Why there is no Python with this package; `undefined` where there is one. */
async function installPython(name: string): Promise<string | undefined> {
  const python = join(PYTHON, 'bin/python3')
  const load = ['-c', `import ${name}`]
  if (spawnSync(python, load).status === 0) return undefined
  const options = { timeout: MAX_INSTALL_MS }
  try {
    await execute('python3', ['-m', 'venv', PYTHON], options)
    await execute(python, ['-m', 'pip', 'install', '--quiet', name], options)
    await execute(python, load, options)
    return undefined
  } catch (error) {
    return `Python's ${name} cannot be installed: ${String(error).slice(0, 300)}`
  }
}

/** With a card of what was found, one sentence; without, a list. */
const WINNER = /won last week with|Top product: last week/

describe('the examples', { timeout: 120_000 }, () => {
  it('each example has a readme, and is in the list of them', () => {
    const list = readFileSync('examples/README.md', 'utf8')
    const folders = readdirSync('examples', { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    )
    expect(folders.length).toBeGreaterThan(0)
    for (const { name } of folders) {
      expect(existsSync(join('examples', name, 'README.md')), name).toBe(true)
      expect(list).toContain(`](${name})`)
    }
  })

  it('what an example installs is the version that the tests run', () => {
    for (const example of ['openai', 'ag-ui']) {
      const { dependencies } = JSON.parse(
        readFileSync(join('examples', example, 'package.json'), 'utf8'),
      )
      const own = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies
      for (const [name, range] of Object.entries(dependencies)) expect(range).toBe(`^${own[name]}`)
    }
  })

  it.skipIf(isPythonMissing)(
    'python-ndjson prints the answer, and the calls beside it',
    async () => {
      const [commands = ''] = blocksOf('python-ndjson')
      const { stdout, stderr } = await run('python-ndjson', commands)
      expect(stdout).toMatch(WINNER)
      expect(stderr).toContain('[getTopProductsByTimeframe {"timeframe": "last_week"')
      const wrong = run('python-ndjson', `LAUNCHBOARD_TOKEN=wrong ${commands}`)
      await expect(wrong).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('401: '),
      })
    },
  )

  it('openai prints the answer in JavaScript', async () => {
    const commands = blocksOf('openai').find((block) => block.includes('node ')) ?? ''
    expect((await run('openai', commands)).stdout).toMatch(WINNER)
  })

  it(
    'openai prints the answer in Python',
    async ({ skip }) => {
      const reason = await installPython('openai')
      if (reason) skip(reason)
      const commands = blocksOf('openai').find((block) => block.includes('python3 ')) ?? ''
      expect((await run('openai', commands)).stdout).toMatch(WINNER)
    },
    2 * MAX_INSTALL_MS,
  )

  it('ag-ui prints the answer, and runs the tool that is its own', async () => {
    const [commands = ''] = blocksOf('ag-ui')
    const { stdout, stderr } = await run('ag-ui', commands)
    expect(stdout).toMatch(WINNER)
    expect(stdout).toContain('Done.')
    expect(stderr).toContain('[setTitle {"title":"Launches"}]')
  })

  it('slack-cron posts a day once, in blocks that Slack takes', async () => {
    const taken: string[] = []
    const slack = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (part) => taken.push(part))
      request.on('end', () => response.end('ok'))
    })
    onTestFinished(() => void slack.close())
    await once(slack.listen(0, '127.0.0.1'), 'listening')
    const address = slack.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const folder = mkdtempSync(join(tmpdir(), 'slack-cron-'))
    const script = resolve('examples/slack-cron/post.mjs')
    const env = { ...environment(), SLACK_WEBHOOK_URL: `http://127.0.0.1:${port}/` }
    const post = async () => (await execute('node', [script], { cwd: folder, env })).stdout
    expect(await post()).toMatch(/^Posted: \d{4}-\d\d-\d\d: #1 /)
    expect(await post()).toBe('There is nothing new.\n')
    expect(taken).toHaveLength(1)
    const { blocks } = JSON.parse(taken.join(''))
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual([
      ...['header', 'section', 'context'],
    ])
  })

  it(
    'feed-reader prints each launch once',
    async () => {
      const { dependencies } = JSON.parse(readFileSync('examples/feed-reader/package.json', 'utf8'))
      const packages = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`)
      const folder = await installPackages('examples-feed-reader', packages)
      cpSync('examples/feed-reader/read.mjs', join(folder, 'read.mjs'))
      rmSync(join(folder, 'seen.json'), { force: true })
      const env = { ...environment(), MIN_VOTES: '1' }
      const read = async () =>
        (await execute('node', ['read.mjs'], { cwd: folder, env })).stdout.trimEnd().split('\n')
      const first = await read()
      expect(first[0]).toMatch(/^#1 .+ http.+\/products\//)
      expect(await read()).not.toContain(first[0])
    },
    MAX_INSTALL_MS,
  )

  it('next-usechat passes the chat on with the token', async () => {
    vi.stubEnv('LAUNCHBOARD_URL', service.url)
    vi.stubEnv('LAUNCHBOARD_TOKEN', TOKEN)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { POST } = await import('../../examples/next-usechat/app/api/chat/route.ts')
    const transport = new DefaultChatTransport({
      fetch: (path, init) => POST(new Request(new URL(String(path), 'http://localhost'), init)),
    })
    const stream = await transport.sendMessages({
      chatId: 'a-chat',
      trigger: 'submit-message',
      messageId: undefined,
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Who won last week?' }] }],
      abortSignal: undefined,
    })
    let message: UIMessage | undefined
    for await (const state of readUIMessageStream({ stream })) message = state
    const kinds = message?.parts.map(({ type }) => type)
    expect(kinds).toContain('tool-getTopProductsByTimeframe')
    expect(JSON.stringify(message?.parts.at(-1))).toMatch(WINNER)
  })

  it('next-usechat tells an answer that was cut from a whole one', async () => {
    const { isCut } = await import('../../examples/next-usechat/app/is-cut.ts')
    const url = `${service.url}/api/ui/chat`
    const headers = { authorization: `Bearer ${TOKEN}` }
    const parts = [{ type: 'text', text: 'Who won last week?' }]
    const question = post({ messages: [{ id: '1', role: 'user', parts }] }, headers)
    const whole = await (await fetch(url, question)).text()

    async function isTakenForCut(stream: string) {
      const ended: boolean[] = []
      const chat = new Chat({
        state: chatState(),
        transport: new DefaultChatTransport({ fetch: async () => new Response(stream) }),
        onFinish: (end) => ended.push(isCut(end)),
      })
      await chat.sendMessage({ text: 'Who won last week?' })
      return ended
    }

    expect(await isTakenForCut(whole)).toEqual([false])
    expect(await isTakenForCut(whole.slice(0, whole.lastIndexOf('data: {')))).toEqual([true])
  })

  describe('mcp', () => {
    const configOf = (name: string) => {
      const text = readFileSync(join('examples/mcp', name), 'utf8')
      const config = JSON.parse(text.replaceAll('/path/to/launchboard', process.cwd()))
      return (config.mcpServers ?? config.servers).launchboard
    }

    async function toolsOf(transport: StdioClientTransport | StreamableHTTPClientTransport) {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(transport)
      const { tools } = await client.listTools()
      await client.close()
      return tools.map(({ name }) => name)
    }

    it('the command of Claude Desktop offers the tools', async () => {
      const { command, args, env } = configOf('claude_desktop_config.json')
      const path = { PATH: process.env.PATH ?? '' }
      const transport = new StdioClientTransport({ command, args, env: { ...path, ...env } })
      expect(await toolsOf(transport)).toContain('getTopProducts')
    })

    it.each(['.vscode/mcp.json', '.cursor/mcp.json'])(
      'the address in %s offers the tools',
      async (name) => {
        const url = configOf(name).url.replace('http://127.0.0.1:8787', service.url)
        const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } }
        const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit })
        expect(await toolsOf(transport)).toContain('getTopProducts')
      },
    )
  })

  describe.skipIf(isChromiumMissing)('widget', () => {
    const visit = useBrowser()
    let url: string
    let stop = () => {}

    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'widget-'))
      cpSync('examples/widget', folder, { recursive: true })
      const page = readFileSync(join(folder, 'index.html'), 'utf8')
      writeFileSync(join(folder, 'index.html'), page.replace('http://127.0.0.1:8787', service.url))
      const PORT = String(await freePort())
      url = `http://localhost:${PORT}/`
      const commands = blocksOf('widget')[1]?.replace('node server', 'exec node server') ?? ''
      const server = spawn('bash', ['-c', scriptOf(commands)], {
        cwd: folder,
        env: { ...environment(), PORT },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      stop = () => void server.kill()
      await vi.waitFor(() => fetch(url), 30_000)
    }, 60_000)
    afterAll(() => stop())

    it('widget chats with the visitor whom its server signs in', async () => {
      const page = await visit(url, { otherHosts: [new URL(service.url).host] })
      const dialog = await openWidget(page)
      await expectShown(dialog.getByText('Ahoy!'))
      await send(dialog, 'Who won last week?')
      await expectShown(dialog.getByRole('article', { name: 'Ranker' }).getByText(WINNER))
    })
  })
})
