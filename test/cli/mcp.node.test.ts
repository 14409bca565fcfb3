import { Client, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { hang, refusingUrl, startUpstream } from '../helper/upstream-server.ts'
import { cleanEnv, runCli, startCli } from './cli-process.ts'

let service: NodeProcess

beforeAll(async () => {
  service = await startNode({ AGENT_TOKENS: 'a-token-of-many-characters' })
})
afterAll(async () => {
  service.child.kill()
  await service.exited
})

async function connect(env: Record<string, string>, mode: VersionNegotiationMode) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['bin/launchboard.mjs', 'mcp'],
    env: cleanEnv(env),
    stderr: 'ignore',
  })
  await client.connect(transport)
  return client
}

const message = (body: object) => `${JSON.stringify({ jsonrpc: '2.0', ...body })}\n`
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('launchboard mcp', () => {
  it.each([
    ['on its own', 'auto', '2026-07-28'],
    ['at an address', { pin: '2026-07-28' }, '2026-07-28'],
    ['at an address', 'legacy', '2025-11-25'],
  ] as const)(
    'launchboard mcp %s offers the tools to the official client (%j)',
    async (where, mode, version) => {
      const token = 'a-token-of-many-characters'
      const remote = { LAUNCHBOARD_URL: service.url, LAUNCHBOARD_TOKEN: token }
      const client = await connect(where === 'on its own' ? {} : remote, mode)
      expect(client.getNegotiatedProtocolVersion()).toBe(version)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('getTopProductsThisWeek')
      const top = await client.callTool({ name: 'getTopProducts', arguments: { limit: 2 } })
      expect(top.structuredContent).toMatchObject({ limit: 2, order: 'VOTES' })
      const wrong = await client.callTool({ name: 'getTopProducts', arguments: { limit: 'x' } })
      expect(wrong.isError).toBe(true)
      await expect(client.callTool({ name: 'none', arguments: {} })).rejects.toThrow('Unknown tool')
      await client.close()
    },
    60_000,
  )

  it('launchboard mcp answers all lines, invalid ones with an error, then ends with its standard input', async () => {
    const stdin =
      message({ id: 1, method: 'tools/call', params: { name: 'getTopProducts', arguments: {} } }) +
      message({ method: 'notifications/initialized' }) +
      'what?\n' +
      message({ id: 'two', method: 'ping', params: { _meta: { note: 'one\u2028line' } } })
    const { code, stdout, stderr } = await runCli(['mcp'], { stdin })
    expect(code).toBe(0)
    const answers = linesOf(stdout)
    expect(answers.map(({ id }) => String(id)).toSorted()).toEqual(['1', 'null', 'two'])
    expect(answers.find(({ id }) => id === null)).toMatchObject({ error: { code: -32700 } })
    expect(linesOf(stderr).map(({ event }) => event)).toContain('tool-call')
  })

  it('launchboard mcp answers with an error when its address cannot be reached', async () => {
    const stdin = message({ id: 1, method: 'ping' })
    const url = await refusingUrl()
    const { code, stdout } = await runCli(['mcp', '--url', url], { stdin })
    expect(code).toBe(0)
    const text = `${url} could not be reached. (unreachable)`
    expect(linesOf(stdout)).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32000, message: text } },
    ])
  })

  it('launchboard mcp aborts a cancelled request', async () => {
    const server = await startUpstream(hang)
    const { child, ended } = startCli(['mcp', '--url', server.url], {
      stdin:
        message({ id: 1, method: 'ping' }) +
        message({ method: 'notifications/cancelled', params: { requestId: 1 } }),
    })
    const isCancelled = () => server.questions.some(({ body }) => body.includes('cancelled'))
    await vi.waitUntil(isCancelled, { timeout: 20_000, interval: 10 })
    const ping = server.questions.find(({ body }) => body.includes('ping'))
    await ping?.closed
    child.kill('SIGKILL') // the notification still waits for its answer
    expect((await ended).stdout).toBe('')
    await server.stop()
  }, 30_000)
})
