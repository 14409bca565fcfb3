import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendsThenHangs, sendsThenLeaves, text } from '../helper/model-server.ts'
import { startNode } from '../helper/node-process.ts'
import { hang, reply, startUpstream, type Upstream } from '../helper/upstream-server.ts'
import { runCli, startCli, startProcess } from './cli-process.ts'

let model: Upstream
let env: Record<string, string> = {}

beforeEach(async () => {
  model = await startUpstream(hang)
  env = {
    ...{ MODEL: 'openai', OPENAI_API_KEY: 'a-key-of-nobody' },
    OPENAI_BASE_URL: `${model.url}/v1`,
  }
})
afterEach(() => model.stop())

describe('launchboard ask', { timeout: 30_000 }, () => {
  it('the question is read from the arguments or for - from standard input', async () => {
    const { code, stdout, stderr } = await runCli(['ask', '-'], { stdin: 'top 2 of all time\n' })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\*\*Top 2 products: [\s\S]*\n$/)
    expect((await runCli(['ask', 'top', '2', 'of', 'all', 'time'])).stdout).toBe(stdout)
    expect(await runCli(['ask', '-'])).toMatchObject({
      code: 2,
      stderr: 'launchboard: The question must not be empty.\n',
    })
  })

  it('the whole answer is printed as JSON with its tool calls, or its failure', async () => {
    const { stdout } = await runCli(['ask', 'top 2 of all time', '--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({
      reply: expect.stringContaining('Top 2'),
      toolResults: [{ toolName: 'getTopProducts', args: { limit: 2 } }],
    })
    model.answerWith(reply('{"error":{"message":"secret words"}}', 400))
    expect(await runCli(['ask', 'hello', '--format', 'json'], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'launchboard: The language model rejected the request. (upstream-failed)\n',
    })
  })

  it('a terminal sees which tools are called, and nothing that it would obey', async () => {
    model.answerWith(sendsThenLeaves(text('one\u001b[31m\ntwo'), 'data: [DONE]\n\n'))
    const line = `${process.execPath} bin/launchboard.mjs ask`
    const at = (words: string, env = {}) =>
      startProcess('script', ['-qec', `${line} ${words}`, '/dev/null'], { env }).ended
    expect((await at('top 2 of all time')).stdout).toMatch(/^\[getTopProducts\]\r\n\*\*Top 2/)
    const { stdout } = await at('hello', env)
    expect(stdout).toContain('one [31m\r\ntwo')
    expect(stdout).not.toContain('\u001b')
  })

  it.each(['on its own', 'at an address'])(
    'the text is printed as it comes, and Ctrl-C ends the run, %s',
    async (where) => {
      const service = where === 'on its own' ? undefined : await startNode(env)
      model.answerWith(sendsThenHangs(text('so '), text('far')))
      const asked = startCli(['ask', 'hello'], {
        env: service ? { LAUNCHBOARD_URL: service.url } : env,
      })
      await asked.printed('so far')
      asked.child.kill('SIGINT')
      expect(await asked.ended).toEqual({ code: 130, stdout: 'so far\n', stderr: '' })
      await model.questions[0]!.closed
      service?.child.kill('SIGKILL')
    },
  )

  it.each([
    ['a run fails', '{"type":"error","message":"No."}', '', 'No. (run-failed)'],
    [
      'a stream breaks off',
      '{"type":"text_delta","content":"half"}',
      'half\n',
      'The service ended the stream before the answer was complete. (run-failed)',
    ],
    [
      'it is none',
      '<html>',
      '',
      'Unexpected response from the service. Check its address. (unreadable)',
    ],
  ])('%s: one sentence says so', async (_name, line, stdout, message) => {
    const server = await startUpstream(reply(`${line}\n`))
    const ended = await runCli(['ask', 'hello', '--url', server.url])
    await server.stop()
    expect(ended).toEqual({ code: 1, stdout, stderr: `launchboard: ${message}\n` })
  })
})
