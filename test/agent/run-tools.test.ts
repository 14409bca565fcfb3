import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { runAgent } from '../../src/agent/run-agent.ts'
import type { RunEvent } from '../../src/core/run.ts'
import { defineTool } from '../../src/tools/tool.ts'
import { SentMessages } from '../../src/wires/message.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { testApp, user } from '../helper/test-services.ts'
import { all, of, run, text } from './run.fixture.ts'

describe('runTools()', () => {
  it('calls that run in parallel keep their own results', async () => {
    const model = scriptedModel(
      calls(
        ['echo', { word: 'slow', turns: 50 }],
        ['echo', { word: 'quick' }],
        ['echo', { word: 'c' }],
      ),
      says('done'),
    )
    const events = (await all(model)).filter(({ type }) => /^tool-(call|result)$/.test(type))
    expect(
      events.map((event) => ('toolCallId' in event ? `${event.type} ${event.toolCallId}` : '')),
    ).toEqual([
      ...['tool-call call-1', 'tool-result call-1', 'tool-call call-2', 'tool-result call-2'],
      ...['tool-call call-3', 'tool-result call-3'],
    ])
  })

  it('the model gets our own message for a failed tool, or only that it failed', async () => {
    const model = scriptedModel(
      calls(['echo', { word: 'refuse' }], ['echo', { word: 'break' }]),
      says('sorry'),
    )
    const outputs = of(await all(model), 'tool-result').map(({ result }) => result)
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
    const now = defineTool({
      ...{ name: 'now', title: 'Now', executionText: 'Looking…', description: 'Says hi.' },
      input: z.object({ word: z.string().default('hi') }),
      output: z.object({ word: z.string() }),
      run: async ({ word }) => ({ word }),
    })
    const blank = calls(['now', ' '])
    const { services } = testApp()
    const deps = { ...services, model: scriptedModel(blank, says('done')), tools: [now] }
    const messages = SentMessages.parse([user('go')])
    const seen: RunEvent[] = []
    const signal = new AbortController().signal
    for await (const event of runAgent({ threadId: 't', runId: 'r', messages }, deps, signal)) {
      seen.push(event)
    }
    expect(of(seen, 'tool-call')).toMatchObject([{ toolName: 'now', input: { word: 'hi' } }])
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
})
