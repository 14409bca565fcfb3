import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { all, text, withFrontendTools } from './run.fixture.ts'

describe('readAnswer()', () => {
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

  it('the texts of two steps are separate, although the model does not mark their beginning', async () => {
    const [start, ...rest] = calls(['echo', { word: 'hi' }])
    const before = says('Let me see.').slice(1, -1)
    const unmarked = says('It is hi.').filter(({ type }) => type !== 'text-start')
    const model = scriptedModel([start!, ...before, ...rest], unmarked)
    expect(text(await all(model))).toBe('Let me see.\n\nIt is hi.')
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
      ...rest,
    ])
    const events = await withFrontendTools(model, ['show', 'hide'])
    const ofCalls = events.filter((event) => 'toolCallId' in event)
    const whole = ['tool-call-start', 'tool-call-delta', 'tool-call']
    expect(ofCalls.map(({ type, toolCallId }) => `${toolCallId} ${type}`)).toEqual([
      ...whole.map((type) => `call-1 ${type}`),
      ...whole.map((type) => `call-2 ${type}`), // which had to wait
    ])
    expect(events.at(-1)).toMatchObject({
      pendingToolCalls: ['call-1', 'call-2'].map((toolCallId) => ({ toolCallId })),
    })
  })

  it('a character that the model sends in two halves is sent whole, in text and in arguments', async () => {
    const [start, textStart] = says('')
    const text = { type: 'text-delta' as const, id: 'text' }
    const [, ...rest] = calls(['show', '{"a":"🎉"}'])
    const model = scriptedModel([
      start!,
      textStart!,
      { ...text, delta: 'a\ud83c' },
      { ...text, delta: '\udf89b\ud83c' },
      { type: 'tool-input-start', id: 'call-1', toolName: 'show' },
      { type: 'tool-input-delta', id: 'call-1', delta: '{"a":"\ud83c' },
      { type: 'tool-input-delta', id: 'call-1', delta: '\udf89"}' },
      ...rest,
    ])
    const events = await withFrontendTools(model, ['show'])
    const deltas = events.flatMap((event) => ('delta' in event ? [event.delta] : []))
    expect(deltas).toEqual(['a', '🎉b', '{"a":"', '🎉"}', '\ud83c'])
  })

  it('white space alone is no answer', async () => {
    const events = await all(scriptedModel(saysBlank('   \n')))
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'run-error', message: 'The language model did not arrive at an answer.' },
    })
    expect(text(events).trim()).toBe('')
  })

  it('white space before a tool call is not a paragraph', async () => {
    const [start, ...rest] = calls(['echo', { word: 'hi' }])
    const model = scriptedModel(
      [start!, ...saysBlank('\n').slice(1, -1), ...rest],
      says('It is hi.'),
    )
    expect(text(await all(model))).toBe('\nIt is hi.')
  })

  it('an answer without a finish part is incomplete', async () => {
    const events = await all(scriptedModel(says('one two').slice(0, -1)))
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'run-error', message: 'The language model did not complete its answer.' },
    })
  })
})

function saysBlank(delta: string) {
  return says('text').map((part) => (part.type === 'text-delta' ? { ...part, delta } : part))
}
