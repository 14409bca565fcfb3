import { afterAll, describe, expect, it } from 'vitest'
import { nodeAgentFetch } from '../../../src/chat/delivery/agent-fetch.node.ts'
import type { DeliveryLimits } from '../../../src/chat/delivery/delivery-limits.ts'
import {
  type Answer,
  drip,
  flood,
  hang,
  redirect,
  refusingUrl,
  reply,
  replyPage,
  reset,
  startUpstream,
} from '../../helper/upstream-server.ts'
import { linesOf, NDJSON, sseOf } from '../delivery/delivery.fixture.ts'
import { text } from '../people.fixture.ts'
import { agentDetails, chatPlatform, textIn } from './chat.fixture.ts'

const upstream = await startUpstream(hang)
afterAll(() => upstream.stop())

const limits = { firstByteMs: 400, idleMs: 400, totalMs: 1_500, maxBytes: 200_000 }

async function asked(
  answer: Answer,
  { integrateWith = 'crewai', url = upstream.url, deliveryLimits = limits }: Setup = {},
) {
  upstream.answerWith(answer)
  const agentFetch = nodeAgentFetch({ allowLocal: true })
  const parts = { deliveryLimits, allowLocalAgents: true }
  const details = agentDetails({ integrateWith }, { baseUrl: `${url}/run` })
  const { ask, call } = await chatPlatform(agentFetch, { parts }, details)
  const { events } = await ask('ann', text('helper', 'Hi'))
  const stored = await call('GET', '/v3/users/helper/messages', { as: 'ann' })
  expect(stored.body.data).toEqual([events[0]!.message, events.at(-1)!.message])
  expect(events.at(-1)!.message.data.text).toBe(textIn(events))
  // As a server reads it, which is told in detail why it failed.
  const whole = await call('GET', `/v3/messages/${events.at(-1)!.message.id}`)
  return whole.body.data.data
}

interface Setup {
  integrateWith?: string
  url?: string
  deliveryLimits?: Partial<DeliveryLimits>
}

const hello = { type: 'text_delta', content: 'Hello' }
const streamed = (body: string, type = NDJSON) => reply(body, 200, { 'content-type': type })
const begun: Answer = (_question, response) => {
  response.writeHead(200, { 'content-type': NDJSON }).write(linesOf(hello))
}

describe('an agent at a real address', () => {
  it('real agents answer in JSON lines, in AG-UI and as a document', async () => {
    const message = { messageId: 'm' }
    const run = { threadId: 't', runId: 'r' }
    const events = sseOf(
      { type: 'RUN_STARTED', ...run },
      { type: 'TEXT_MESSAGE_START', ...message, role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', ...message, delta: 'Hello' },
      { type: 'TEXT_MESSAGE_END', ...message },
      { type: 'RUN_FINISHED', ...run },
    )
    const lines = linesOf(hello, { type: 'done' })
    // The first call loads its HTTP client, which takes long on a busy machine.
    const deliveryLimits = {}
    const answers = [
      await asked(streamed(lines), { deliveryLimits }),
      await asked(streamed(events, 'text/event-stream'), {
        integrateWith: 'ag-ui',
        deliveryLimits,
      }),
      await asked(reply('{"text":"Hello"}'), { integrateWith: 'mastra', deliveryLimits }),
    ]
    for (const data of answers) {
      expect(data).toMatchObject({ text: 'Hello', answer: { status: 'finished' } })
    }
  })

  it.each<[string, string, Answer]>([
    ['says nothing', 'timed-out', hang],
    ['says nothing more', 'timed-out', begun],
    ['never comes to an end', 'timed-out', drip(20)],
    ['floods', 'too-large', streamedFlood],
    ['is cut', 'cut-short', (_q, response) => begun(_q, response) ?? cut(response)],
    ['ends too early', 'cut-short', streamed(linesOf(hello))],
    ['is malformed', 'malformed', streamed(`${linesOf(hello)}nonsense\n`)],
    ['says that it failed', 'agent-failed', streamed(linesOf({ type: 'error', message: 'boo' }))],
    ['refuses', 'refused', reply('{"secret":1}', 403)],
    ['breaks down', 'agent-failed', reply('{"secret":1}', 500)],
    ['has moved', 'redirected', redirect('http://169.254.169.254/')],
    ['answers with a page', 'wrong-content', replyPage(200)],
    ['hangs up', 'unreachable', reset],
  ])('an agent that %s leaves a message that explains the failure', async (_what, code, answer) => {
    const { answer: how, text: said } = await asked(answer)
    expect(how).toMatchObject({ status: 'failed', failure: { code } })
    const { message, detail } = how.failure
    expect(detail).toMatch(/^\w/)
    expect(message).toMatch(/^(The agent|The answer)\b.*\.$/)
    expect(`${message} ${detail} ${said}`).not.toMatch(/secret|boo|undici|ECONN.*at /)
    expect([message, 'Hello']).toContain(said)
  })

  it('an agent without a listener leaves a message that explains the failure', async () => {
    const { answer } = await asked(hang, { url: await refusingUrl() })
    expect(answer.failure.code).toBe('unreachable')
  })

  it('without local agents a registered local address is not called', async () => {
    upstream.questions.length = 0
    const details = agentDetails({}, { baseUrl: upstream.url })
    const { ask, call, database } = await chatPlatform(
      nodeAgentFetch({ allowLocal: false }),
      { parts: { allowLocalAgents: true } },
      details,
    )
    const { events } = await ask('ann', text('helper', 'Hi'))
    expect(events.at(-1)!.message.data.answer.failure.code).toBe('address-refused')
    // A name that is public in its letters alone.
    const resolve = nodeAgentFetch({
      allowLocal: false,
      resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    const named = await chatPlatform(resolve, { database }, agentDetails({ uid: 'named' })).catch(
      () => undefined,
    )
    expect(named).toBeDefined()
    const answer = await named!.ask('ann', text('named', 'Hi'))
    expect(answer.events.at(-1)!.message.data.answer.failure.code).toBe('address-refused')
    expect(upstream.questions).toEqual([])
    expect((await call('GET', '/v3/ai-agents/agents')).body.data).toHaveLength(2)
  })
})

function streamedFlood(...[question, response]: Parameters<Answer>) {
  response.setHeader('content-type', NDJSON)
  flood(4_000_000)(question, response)
}

function cut(response: Parameters<Answer>[1]) {
  response.write('\n', () => response.socket?.destroy())
}
