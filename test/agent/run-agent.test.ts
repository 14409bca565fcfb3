import type { LanguageModelV3 } from '@ai-sdk/provider'
import { APICallError } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { createModelCalls } from '../../src/agent/model-calls.ts'
import { runAgent } from '../../src/agent/run-agent.ts'
import type { RunEvent } from '../../src/agent/run-event.ts'
import { AppError } from '../../src/core/error.ts'
import { defineTool } from '../../src/tools/tool.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { NOW, testApp } from '../helper/test-services.ts'
import { turns, turnUntil } from '../helper/turns.ts'

/** Echoes its word after some turns of the event loop, or fails in one of two ways. */
const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  executionText: 'Echoing…',
  description: 'Says it again.',
  input: z.object({ word: z.string(), turns: z.number().default(0) }),
  output: z.object({ word: z.string() }),
  run: async ({ word, turns: count }, caller) => {
    await turns(count)
    caller?.signal?.throwIfAborted()
    if (word === 'refuse') throw new AppError('invalid-request', 'Not that word.')
    if (word === 'break') throw new Error('secret path /etc')
    return { word }
  },
})

function run(
  model: LanguageModelV3,
  signal = new AbortController().signal,
  stopping?: AbortSignal,
) {
  const { services, records } = testApp()
  const needs = { ...services, model, tools: [echo], now: () => NOW, stopping }
  const messages = [{ role: 'user' as const, content: 'go' }]
  const events = runAgent({ threadId: 't', runId: 'r', messages }, needs, signal)
  return { events, records }
}

/** Reads events in the background. */
function collect(events: AsyncIterable<RunEvent>) {
  const seen: RunEvent[] = []
  const readAll = async () => {
    for await (const event of events) seen.push(event)
  }
  return { seen, ended: readAll() }
}

async function all(model: LanguageModelV3) {
  const events: RunEvent[] = []
  for await (const event of run(model).events) events.push(event)
  return events
}

async function withFrontendTools(model: LanguageModelV3, names: string[]) {
  const { services } = testApp()
  const parameters = { type: 'object' as const, properties: {} }
  const frontendTools = names.map((name) => ({ name, description: '', parameters }))
  const messages = [{ role: 'user' as const, content: 'go' }]
  const input = { threadId: 't', runId: 'r', messages, frontendTools }
  const events: RunEvent[] = []
  const { signal } = new AbortController()
  for await (const event of runAgent(input, { ...services, model }, signal)) events.push(event)
  return events
}

const of = <Type extends RunEvent['type']>(events: RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type)

const text = (events: RunEvent[]) =>
  of(events, 'text-delta')
    .map(({ delta }) => delta)
    .join('')

describe('runAgent()', () => {
  it('a run starts, streams text, ends and adds up the tokens of its steps', async () => {
    const events = await all(scriptedModel(calls(['echo', { word: 'hi' }]), says('it said hi')))
    expect(events.map(({ type }) => type)).toEqual([
      ...['run-start', 'tool-call', 'tool-result', 'text-delta', 'text-delta', 'text-delta'],
      'run-end',
    ])
    expect(events[1]).toMatchObject({ toolName: 'echo', input: { word: 'hi', turns: 0 } })
    expect(events[2]).toMatchObject({ output: { word: 'hi' } })
    expect(events.at(-1)).toMatchObject({
      usage: { inputTokens: 20, outputTokens: 8, totalTokens: 28 },
    })
  })

  it('calls that run in parallel keep their own results', async () => {
    const model = scriptedModel(
      calls(
        ['echo', { word: 'slow', turns: 50 }],
        ['echo', { word: 'quick' }],
        ['echo', { word: 'c' }],
      ),
      says('done'),
    )
    const events = (await all(model)).filter(({ type }) => type.startsWith('tool'))
    expect(
      events.map((event) => ('toolCallId' in event ? `${event.type} ${event.toolCallId}` : '')),
    ).toEqual([
      ...['tool-call call-1', 'tool-result call-1', 'tool-call call-2', 'tool-result call-2'],
      ...['tool-call call-3', 'tool-result call-3'],
    ])
  })

  it('the model is told why a tool failed in our own words, or only that it did', async () => {
    const model = scriptedModel(
      calls(['echo', { word: 'refuse' }], ['echo', { word: 'break' }]),
      says('sorry'),
    )
    const outputs = of(await all(model), 'tool-result').map(({ output }) => output)
    expect(outputs).toEqual([
      { error: 'Not that word.', code: 'invalid-request' },
      { error: 'An error occurred', code: 'internal' },
    ])
    const told = JSON.stringify(model.doStreamCalls[1]?.prompt)
    expect(told).toContain('Not that word.')
    expect(told).not.toContain('secret path')
  })

  it('after an invalid tool call the model can try again', async () => {
    const model = scriptedModel(
      calls(['nothing', {}], ['echo', '{"word":'], ['echo', { word: 7 }]),
      says('never mind'),
    )
    const events = await all(model)
    expect(of(events, 'tool-call')).toEqual([])
    expect(of(events, 'tool-result')).toEqual([])
    expect(text(events)).toBe('never mind')
    expect(events.at(-1)?.type).toBe('run-end')
  })

  it('the log records invalid calls without the tool name that the model made up', async () => {
    const model = scriptedModel(calls(['made up', {}], ['echo', { word: 7 }]), says('never mind'))
    const { events, records } = run(model)
    for await (const _ of events);
    const refused = records().filter(({ event }) => event === 'tool-call')
    expect(refused).toMatchObject([
      { tool: 'unknown', outcome: 'refused', level: 'warn' },
      { tool: 'echo', outcome: 'refused', code: 'invalid-request' },
    ])
  })

  it('a call without input has an empty object as its input', async () => {
    const [start, ...end] = calls(['now', '{}'])
    const now = defineTool({
      ...{ name: 'now', title: 'Now', executionText: 'Looking…', description: 'Says hi.' },
      input: z.object({ word: z.string().default('hi') }),
      output: z.object({ word: z.string() }),
      run: async ({ word }) => ({ word }),
    })
    const blank = [
      start!,
      { type: 'tool-input-start' as const, id: 'call-1', toolName: 'now' },
      { type: 'tool-input-delta' as const, id: 'call-1', delta: '' },
      end.at(-1)!,
    ]
    const { services } = testApp()
    const needs = { ...services, model: scriptedModel(blank, says('done')), tools: [now] }
    const messages = [{ role: 'user' as const, content: 'go' }]
    const seen: RunEvent[] = []
    const signal = new AbortController().signal
    for await (const event of runAgent({ threadId: 't', runId: 'r', messages }, needs, signal)) {
      seen.push(event)
    }
    expect(of(seen, 'tool-call')).toMatchObject([{ toolName: 'now', input: { word: 'hi' } }])
  })

  it('a model that never ends its answer is stopped', async () => {
    const [start, textStart] = says('')
    const delta = { type: 'text-delta' as const, id: 'text', delta: 'x'.repeat(100_000) }
    const model = new MockLanguageModelV3({
      doStream: async () => ({
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue(start!)
            controller.enqueue(textStart!)
          },
          pull: (controller) => controller.enqueue(delta),
        }),
      }),
    })
    const events = await all(model)
    expect(text(events).length).toBeLessThanOrEqual(1_000_000)
    expect(events.at(-1)).toMatchObject({ type: 'run-error', code: 'upstream-failed' })
  })

  it('text before and after a tool call is separate', async () => {
    const [start, ...rest] = calls(['echo', { word: 'hi' }])
    const before = says('Let me see.').slice(1, -1)
    const events = await all(scriptedModel([start!, ...before, ...rest], says('It is hi.')))
    expect(text(events)).toBe('Let me see.\n\nIt is hi.')
  })

  it('parts two answers, whether the model marks where its texts begin or not', async () => {
    const [start, ...rest] = calls(['echo', { word: 'hi' }])
    const open = rest.filter(({ type }) => type !== 'tool-call')
    const begun = { type: 'tool-input-start' as const, id: 'call-1', toolName: 'echo' }
    const input = { type: 'tool-input-delta' as const, id: 'call-1', delta: '{"word":"hi"}' }
    const before = says('Let me see.').slice(1, -1)
    const unmarked = says('It is hi.').filter(({ type }) => type !== 'text-start')
    const model = scriptedModel([start!, ...before, begun, input, ...open], unmarked)
    expect(text(await all(model))).toBe('Let me see.\n\nIt is hi.')
  })

  it("a run whose model fails ends in one sentence without the model's error", async () => {
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
        { type: 'text-delta', delta: 'Sorry, that did not work. An error occurred' },
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
    expect(seen).toEqual(['run-start', 'tool-call'])
    expect(records().at(-1)).toMatchObject({ event: 'run', outcome: 'cancelled' })
  })

  it('the log has one record of a run with its steps, calls, tokens and outcome', async () => {
    const model = scriptedModel(calls(['echo', { word: 'hi' }]), says('it said hi'))
    const { events, records } = run(model)
    for await (const event of events) expect(event.type).not.toBe('run-error')
    const [call, record] = records()
    expect(call).toMatchObject({
      ...{ event: 'tool-call', threadId: 't', runId: 'r', callId: 'call-1', tool: 'echo' },
      ...{ outcome: 'finished', ms: expect.any(Number) },
    })
    expect(record).toEqual({
      ...{ time: NOW.toISOString(), level: 'info', event: 'run', threadId: 't', runId: 'r' },
      ...{ outcome: 'finished', finishReason: 'stop', steps: 2, toolCalls: 1 },
      ...{ inputTokens: 20, outputTokens: 8, totalTokens: 28 },
      ...{ ms: expect.any(Number), firstTextMs: expect.any(Number) },
    })
  })

  it('the tokens of the finished steps are recorded even when the run fails', async () => {
    const failing = run(
      scriptedModel(calls(['echo', { word: 'hi' }]), [{ type: 'error', error: 1 }]),
    )
    for await (const _event of failing.events);
    const failed = { outcome: 'failed', steps: 2, toolCalls: 1, totalTokens: 14 }
    expect(failing.records().at(-1)).toMatchObject({ event: 'run', ...failed })

    const leaving = run(scriptedModel(calls(['echo', { word: 'hi' }]), says('too long')))
    for await (const event of leaving.events) if (event.type === 'text-delta') break
    const cancelled = { outcome: 'cancelled', steps: 2, totalTokens: 14 }
    expect(leaving.records().at(-1)).toMatchObject({ event: 'run', ...cancelled })
  })

  it('a run is recorded even when the reader leaves before the model is asked', async () => {
    const { events, records } = run(scriptedModel(says('too late')))
    for await (const { type } of events) if (type === 'run-start') break
    expect(records()).toMatchObject([{ event: 'run', outcome: 'cancelled', steps: 0 }])
  })

  it('all text of a step is sent before its calls run', async () => {
    const [start, call, finish] = calls(['echo', { word: 'hi' }])
    const open = says('one two').slice(1, -2)
    const delta = { type: 'text-delta' as const, id: 'text', delta: 'three' }
    const end = { type: 'text-end' as const, id: 'text' }
    const model = scriptedModel([start!, ...open, call!, delta, end, finish!], says('four'))
    const events = await all(model)
    expect(text(events)).toBe('one two\n\nthree\n\nfour')
    const spoken = events.filter(({ type }) => type === 'text-delta' || type === 'tool-call')
    expect(spoken.map(({ type }) => type)).toEqual([
      ...['text-delta', 'text-delta', 'text-delta', 'tool-call', 'text-delta'],
    ])
    expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).toContain('one two')
  })

  it('interleaved calls of frontend tools are sent whole', async () => {
    const [start, ...rest] = calls(['show', '{"a":1}'], ['hide', '{"b":2}'])
    const model = scriptedModel([
      start!,
      { type: 'tool-input-start', id: 'call-1', toolName: 'show' },
      { type: 'tool-input-start', id: 'call-2', toolName: 'hide' },
      { type: 'tool-input-delta', id: 'call-2', delta: '{"b":' },
      { type: 'tool-input-delta', id: 'call-1', delta: '{"a":1}' },
      { type: 'tool-input-delta', id: 'call-2', delta: '2}' },
      { type: 'tool-input-start', id: 'call-3', toolName: 'show' },
      { type: 'tool-input-delta', id: 'call-3', delta: '{}' },
      ...rest,
    ])
    const events = await withFrontendTools(model, ['show', 'hide'])
    const ofCalls = events.filter((event) => 'toolCallId' in event)
    const whole = ['frontend-call-start', 'frontend-call-delta', 'frontend-call-end']
    expect(ofCalls.map(({ type, toolCallId }) => `${toolCallId} ${type}`)).toEqual([
      ...whole.map((type) => `call-1 ${type}`),
      'call-2 frontend-call-start',
      'call-2 frontend-call-delta',
      'call-2 frontend-call-delta',
      'call-2 frontend-call-end',
      ...whole.map((type) => `call-3 ${type}`), // which the model never ended
    ])
    expect(events.at(-1)).toMatchObject({ pendingToolCallIds: ['call-1', 'call-2', 'call-3'] })
  })

  it('no call runs when the answer of the model was cut off', async () => {
    const parts = calls(['echo', { word: 'hi' }])
    const finish = { unified: 'length' as const, raw: 'length' }
    const model = scriptedModel([
      ...says('Wait.').slice(0, -1),
      ...parts.map((part) => (part.type === 'finish' ? { ...part, finishReason: finish } : part)),
    ])
    const events = await all(model)
    expect(of(events, 'tool-call')).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'run-end', finishReason: 'length' })
  })

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
    const error = new APICallError({
      ...{ message: 'busy', url: 'http://x', requestBodyValues: {}, isRetryable: true },
    })
    const model = scriptedModel([...says('one').slice(0, -2), { type: 'error', error }])
    const events = await all(model)
    expect(model.doStreamCalls).toHaveLength(1)
    expect(text(events)).toBe('one')
    expect(events.at(-1)).toMatchObject({ type: 'run-error', code: 'upstream-failed' })
  })

  it('an answer without a finish reason counts as broken off', async () => {
    const events = await all(scriptedModel(says('one two').slice(0, -1)))
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'run-error', message: 'The language model did not complete its answer.' },
    })
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

  it('does not take a reader that stalls for a failure of the model', async () => {
    vi.useFakeTimers()
    const { services, records } = testApp()
    const modelCalls = createModelCalls({ log: services.log, now: () => NOW })
    const deps = { ...services, model: scriptedModel(says('one two')), modelCalls }
    const messages = [{ role: 'user' as const, content: 'go' }]
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
    expect(text(seen)).toContain('The service is stopping.')
    expect(seen.at(-1)).toMatchObject({ type: 'run-error', code: 'unavailable' })
  })

  it('a model that sends nothing at first is given up after the timeout', async () => {
    vi.useFakeTimers()
    const silent = new MockLanguageModelV3({
      doStream: async () => ({ stream: new ReadableStream() }),
    })
    const whole = all(silent)
    await vi.advanceTimersByTimeAsync(61_000)
    vi.useRealTimers()
    expect((await whole).at(-1)).toMatchObject({ type: 'run-error', code: 'upstream-timeout' })
  })
})
