import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendsThenHangs, sendsThenLeaves, text } from '../helper/model-server.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { hang, reply, startUpstream, type Upstream } from '../helper/upstream-server.ts'
import { runCli, startCli, startProcess } from './cli-process.ts'

let model: Upstream

beforeEach(async () => {
  model = await startUpstream(hang)
})
afterEach(() => model.stop())

const openai = () => ({
  MODEL: 'openai',
  OPENAI_API_KEY: 'a-key-of-nobody',
  OPENAI_BASE_URL: `${model.url}/v1`,
})

describe('launchboard ask', () => {
  it('launchboard ask prints the answer, and nothing else in a pipe', async () => {
    const { code, stdout, stderr } = await runCli(['ask', 'top', '2', 'of', 'all', 'time'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\*\*Top 2 products: /)
    expect(stdout.endsWith('\n')).toBe(true)
  })

  it('launchboard ask reads the question from standard input for -', async () => {
    const { code, stdout } = await runCli(['ask', '-'], { stdin: 'top 2 of all time\n' })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\*\*Top 2/)
    const { code: none, stderr } = await runCli(['ask', '-'])
    expect({ none, stderr }).toEqual({
      none: 2,
      stderr: 'launchboard: The question must not be empty.\n',
    })
  })

  it('launchboard ask --json prints the whole answer with its tool calls', async () => {
    const { stdout } = await runCli(['ask', 'top 2 of all time', '--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({
      reply: expect.stringContaining('Top 2'),
      toolResults: [{ toolName: 'getTopProducts', args: { limit: 2 } }],
    })
  })

  it('launchboard ask shows tool calls at a terminal and makes answers harmless', async () => {
    model.answerWith(sendsThenLeaves(text('one\u001b[31m\ntwo'), 'data: [DONE]\n\n'))
    const line = `${process.execPath} bin/launchboard.mjs ask`
    const at = (words: string, env = {}) =>
      startProcess('script', ['-qec', `${line} ${words}`, '/dev/null'], {
        env,
      }).ended
    expect((await at('top 2 of all time')).stdout).toMatch(/^\[getTopProducts\]\r\n\*\*Top 2/)
    const { stdout } = await at('hello', openai())
    expect(stdout).toContain('one [31m\r\ntwo')
    expect(stdout).not.toContain('\u001b')
  })

  describe.each(['on its own', 'at an address'])('%s', (where) => {
    let service: NodeProcess | undefined
    let env: Record<string, string> = {}

    beforeEach(async () => {
      env = openai()
      if (where === 'on its own') return
      service = await startNode(env)
      env = { LAUNCHBOARD_URL: service.url }
    })
    afterEach(async () => {
      service?.child.kill('SIGKILL')
      await service?.exited
      service = undefined
    })

    it('launchboard ask prints the text as it comes, and exits with 130 on Ctrl-C', async () => {
      model.answerWith(sendsThenHangs(text('so '), text('far')))
      const { child, printed, ended } = startCli(['ask', 'hello'], { env })
      await printed('so far')
      child.kill('SIGINT')
      expect(await ended).toEqual({ code: 130, stdout: 'so far\n', stderr: '' })
      const [question] = model.questions
      await question!.closed
    }, 30_000)

    it('launchboard ask fails with one sentence when the run fails', async () => {
      model.answerWith(reply('{"error":{"message":"secret words"}}', 400))
      const { code, stderr } = await runCli(['ask', 'hello'], { env })
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'launchboard: The language model rejected the request. (run-failed)\n',
      })
    }, 30_000)

    it('launchboard ask --json fails with the code of the failure as JSON', async () => {
      model.answerWith(reply('{"error":{"message":"secret words"}}', 400))
      const { code, stdout, stderr } = await runCli(['ask', 'hello', '--format', 'json'], { env })
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: '',
        stderr: 'launchboard: The language model rejected the request. (upstream-failed)\n',
      })
    }, 30_000)
  })

  it('launchboard ask fails when the stream of an address breaks off or is none', async () => {
    const server = await startUpstream(reply('{"type":"text_delta","content":"half"}\n'))
    const half = await runCli(['ask', 'hello', '--url', server.url])
    server.answerWith(reply('<html>'))
    const page = await runCli(['ask', 'hello', '--url', server.url])
    await server.stop()
    expect(half).toEqual({
      code: 1,
      stdout: 'half\n',
      stderr:
        'launchboard: The service ended the stream before the answer was complete. (run-failed)\n',
    })
    expect(page).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('unreadable'),
    })
  })
})
