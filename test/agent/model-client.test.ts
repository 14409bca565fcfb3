import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it, vi } from 'vitest'
import { createModelCalls } from '../../src/agent/model-calls.ts'
import { ModelError } from '../../src/agent/model-failure.ts'
import { runAgent } from '../../src/agent/run-agent.ts'
import { SentMessages } from '../../src/wires/message.ts'
import { says, scriptedModel } from '../helper/scripted-model.ts'
import { NOW, testApp, user } from '../helper/test-services.ts'
import { turns, turnUntil } from '../helper/turns.ts'
import { all, collect, run, text } from './run.fixture.ts'

describe('createModelClient()', () => {
  it('the model is read no faster than the run is read', async () => {
    let made = 0
    const endless = new MockLanguageModelV3({
      doStream: async () => ({
        stream: new ReadableStream({
          pull(controller) {
            made += 1
            if (made === 1) controller.enqueue({ type: 'text-start', id: 'text' })
            else controller.enqueue({ type: 'text-delta', id: 'text', delta: 'on ' })
          },
        }),
      }),
    })
    const { events } = run(endless)
    for (let taken = 0; taken < 10; taken += 1) await events.next()
    await turns()
    expect(made).toBeLessThan(20)
    await events.return(undefined)
  })

  it("the model's stream is cancelled when the run is no longer read", async () => {
    const cancel = vi.fn()
    const open = new MockLanguageModelV3({
      doStream: async () => ({
        stream: new ReadableStream({
          start: (controller) => {
            for (const part of says('one two three').slice(0, -2)) controller.enqueue(part)
          },
          cancel,
        }),
      }),
    })
    for await (const event of run(open).events) if (event.type === 'text-delta') break
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce())
  })

  it('after any text was sent, the model is not asked again', async () => {
    const error = new ModelError({ kind: 'cut' }, { retryable: true })
    const model = scriptedModel([...says('one').slice(0, -2), { type: 'error', error }])
    const events = await all(model)
    expect(model.doStreamCalls).toHaveLength(1)
    expect(text(events)).toBe('one')
    expect(events.at(-1)).toMatchObject({ type: 'run-error', code: 'upstream-failed' })
  })

  it('a reader that stalls ends the run with a timeout', async () => {
    vi.useFakeTimers()
    const { events, records } = run(scriptedModel(says('one two')))
    await events.next()
    await events.next()
    await vi.advanceTimersByTimeAsync(61_000)
    vi.useRealTimers()
    expect((await events.next()).value).toMatchObject({ type: 'run-error' })
    expect(await events.next()).toMatchObject({ done: true })
    expect(records().at(-1)).toMatchObject({ outcome: 'failed', code: 'upstream-timeout' })
  })

  it('a reader that stalls is not recorded as a failure of the model', async () => {
    vi.useFakeTimers()
    const { services, records } = testApp()
    const modelCalls = createModelCalls({ now: () => NOW })
    const deps = { ...services, model: scriptedModel(says('one two')), modelCalls }
    const messages = SentMessages.parse([user('go')])
    const { signal } = new AbortController()
    const events = runAgent({ threadId: 't', runId: 'r', messages }, deps, signal)
    await events.next()
    await events.next()
    await vi.advanceTimersByTimeAsync(61_000)
    vi.useRealTimers()
    while (!(await events.next()).done);
    expect(modelCalls.state()).toMatchObject({ failing: false, lastFailure: null })
    const called = records().filter(({ event }) => event === 'upstream-call')
    expect(called).toMatchObject([{ outcome: 'cancelled' }])
  })

  it.each([
    ['before its first part', '', []],
    ['in the middle of a text', 'one two', says('one two').slice(0, -2)],
  ])('a model that ignores its signal is stopped %s', async (_when, said, parts) => {
    const reader = new AbortController()
    let cancelled = false
    const deaf = new MockLanguageModelV3({
      doStream: async () => ({
        stream: new ReadableStream({
          start: (controller) => {
            for (const part of parts) controller.enqueue(part)
          },
          cancel: () => {
            cancelled = true
          },
        }),
      }),
    })
    const { events, records } = run(deaf, reader.signal)
    const reading = collect(events)
    const isReading = () => deaf.doStreamCalls.length > 0 && text(reading.seen) === said
    await turnUntil(isReading)
    await turns()
    reader.abort()
    await reading.ended
    expect(reading.seen.filter(({ type }) => /^run-(end|error)/.test(type))).toEqual([])
    expect(cancelled).toBe(true)
    expect(records().at(-1)).toMatchObject({ event: 'run', outcome: 'cancelled' })
  })
})
