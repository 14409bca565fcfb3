import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { runAgent } from '../../src/agent/run-agent.ts'
import { collectRun } from '../../src/core/collect-run.ts'
import type { RunEvent } from '../../src/core/run.ts'
import { SentMessages } from '../../src/wires/message.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { testApp, user } from '../helper/test-services.ts'
import { turnUntil } from '../helper/turns.ts'
import { all, collect, of, run } from './run.fixture.ts'

describe('runAgent()', () => {
  it('a run starts, streams text, ends and adds up the tokens of its steps', async () => {
    const events = await all(scriptedModel(calls(['echo', { word: 'hi' }]), says('it said hi')))
    expect(events.map(({ type }) => type)).toEqual([
      ...['run-start', 'tool-call-start', 'tool-call', 'tool-result'],
      ...['text-delta', 'text-delta', 'text-delta'],
      'run-end',
    ])
    expect(events[2]).toMatchObject({ toolName: 'echo', input: { word: 'hi', turns: 0 } })
    expect(events[3]).toMatchObject({ result: { word: 'hi' } })
    expect(events.at(-1)).toMatchObject({
      usage: { inputTokens: 20, outputTokens: 8, totalTokens: 28 },
    })
  })

  it("a run whose model fails ends in an error without the model's words", async () => {
    const rejecting = new MockLanguageModelV3({
      doStream: () => Promise.reject(new Error('sk-secret is over quota')),
    })
    const breaking = new MockLanguageModelV3({
      doStream: async () => ({
        stream: new ReadableStream({
          start: (controller) => controller.error(new Error('sk-secret socket')),
        }),
      }),
    })
    for (const model of [rejecting, breaking]) {
      const { events, records } = run(model)
      const seen: RunEvent[] = []
      for await (const event of events) seen.push(event)
      expect(seen.slice(1)).toEqual([
        { type: 'run-error', code: 'internal', message: 'An error occurred' },
      ])
      expect(records().at(-1)).toMatchObject({ event: 'run', outcome: 'failed', level: 'error' })
    }
  })

  it('a model that only calls tools is stopped after the maximum of steps', async () => {
    const events = await all(scriptedModel(calls(['echo', { word: 'again' }])))
    expect(of(events, 'tool-call')).toHaveLength(6)
    expect(events.at(-1)).toMatchObject({ type: 'run-error' })
  })

  it('when the reader leaves, the model and the tool are stopped and no event follows', async () => {
    const reader = new AbortController()
    const { events, records } = run(
      scriptedModel(calls(['echo', { word: 'hi', turns: 50 }]), says('too late')),
      reader.signal,
    )
    const seen: string[] = []
    for await (const event of events) {
      seen.push(event.type)
      if (event.type === 'tool-call') reader.abort()
    }
    expect(seen).toEqual(['run-start', 'tool-call-start', 'tool-call'])
    expect(records().at(-1)).toMatchObject({ event: 'run', outcome: 'cancelled' })
  })

  it('a finished run aborts nothing, even if it is not read to the end of the iterator', async () => {
    const model = scriptedModel(says('done'))
    for await (const { type } of run(model).events) if (type === 'run-end') break
    expect(model.doStreamCalls[0]?.abortSignal?.aborted).toBe(false)

    const left = scriptedModel(says('done'))
    for await (const { type } of run(left).events) if (type === 'text-delta') break
    expect(left.doStreamCalls[0]?.abortSignal?.aborted).toBe(true)
  })

  it('a picture without words gets a sentence, not the answer to the question before', async () => {
    const model = scriptedModel(says('The best is Loom.'))
    const { services } = testApp()
    const picture = { role: 'user', content: [{ type: 'image', url: 'https://x.example/1.png' }] }
    const asked = [user('top 1'), { role: 'assistant', content: 'Loom.' }]
    const ask = async (...messages: object[]) => {
      const input = { threadId: 't', runId: 'r', messages: SentMessages.parse(messages) }
      return collectRun(runAgent(input, { ...services, model }, new AbortController().signal))
    }
    expect(await ask(...asked, picture)).toMatchObject({
      text: expect.stringContaining('only read text'),
      finishReason: 'stop',
    })
    expect(model.doStreamCalls).toEqual([])
    expect(await ask(...asked, picture, user('Go on'))).toMatchObject({ text: 'The best is Loom.' })
    // A blank message after a question says nothing.
    expect(await ask(user('top 1'), user(' '))).toMatchObject({ text: 'The best is Loom.' })
  })

  it('a run ends with an explanation when the service stops', async () => {
    const stopping = new AbortController()
    const silent = new MockLanguageModelV3({
      doStream: async () => ({ stream: new ReadableStream() }),
    })
    const { events } = run(silent, undefined, stopping.signal)
    const { seen, ended } = collect(events)
    await turnUntil(() => silent.doStreamCalls.length > 0)
    stopping.abort()
    await ended
    expect(seen.at(-1)).toMatchObject({
      ...{ type: 'run-error', code: 'unavailable' },
      message: expect.stringContaining('The service is stopping.'),
    })
  })
})
