import { describe, expect, it } from 'vitest'
import { collectRun } from '../../src/core/collect-run.ts'
import type { RunEvent } from '../../src/core/run.ts'
import { agUi } from '../../src/wires/ag-ui/ag-ui.ts'
import { chatCompletions } from '../../src/wires/chat-completions.ts'
import { ndjson } from '../../src/wires/ndjson.ts'
import { uiMessageStream } from '../../src/wires/ui-message-stream.ts'
import { encoderOf, openWire } from './open-wire.ts'
import { FAILED_RUN, FRONTEND_RUN, RUN } from './run.fixture.ts'

const BODY = { threadId: 't', runId: 'r', messages: [{ role: 'user', content: 'hi' }] }

type Line = Record<string, unknown>

const read = (wire: string): Line[] =>
  wire
    .split('\n')
    .filter((line) => line !== '' && line !== 'data: [DONE]')
    .map((line) => JSON.parse(line.replace(/^data: /, '')))

const overNdjson = (run: readonly RunEvent[]) => read(run.map(ndjson.open(BODY).encode).join(''))
const overAgUi = (run: readonly RunEvent[]) => read(run.map(agUi.open(BODY).encode).join(''))

const overUi = (run: readonly RunEvent[]) =>
  read(run.map(uiMessageStream.open(BODY).encode).join(''))

const QUESTION = { model: 'ranking', messages: BODY.messages }
const overOpenAi = (run: readonly RunEvent[]) =>
  read(run.map(encoderOf(chatCompletions, { ...QUESTION, stream: true })).join(''))
const wholeOpenAi = async (run: readonly RunEvent[]) => {
  const exchange = openWire(chatCompletions, QUESTION)
  return 'whole' in exchange && exchange.whole(await collectRun(replayed(run)))
}
const deltas = (run: readonly RunEvent[]) =>
  overOpenAi(run).flatMap(({ choices }) => choices as { delta: Line; finish_reason: unknown }[])

async function* replayed(run: readonly RunEvent[]) {
  yield* run
}

const joined = (values: unknown[]) => values.filter((value) => value !== undefined).join('')

describe('one recorded run', () => {
  it('a recorded run has the same text in every protocol', async () => {
    const text = 'Let me look.Nothing\n“yet” 💤'
    expect(joined(overNdjson(RUN).map(({ content }) => content))).toBe(text)
    const agUiText = overAgUi(RUN).filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT')
    expect(joined(agUiText.map(({ delta }) => delta))).toBe(text)
    expect(joined(overUi(RUN).map(({ delta }) => delta))).toBe(text)
    expect(joined(deltas(RUN).map(({ delta }) => delta.content))).toBe(text)
    const run = await collectRun(replayed(RUN))
    expect(run.text).toBe(text)
    expect(await wholeOpenAi(RUN)).toMatchObject({ choices: [{ message: { content: text } }] })
  })

  it('a recorded run has the same tool call in every protocol', async () => {
    const input = { query: 'notes', limit: 10 }
    const call = { toolName: 'searchProducts', input, result: { hits: [] } }

    const [args] = overNdjson(RUN).flatMap(({ args }) => (args ? [args] : []))
    expect(args).toEqual(input)
    const agUiArgs = overAgUi(RUN).find(({ type }) => type === 'TOOL_CALL_ARGS')
    expect(JSON.parse(String(agUiArgs?.delta))).toEqual(input)
    const ui = overUi(RUN).filter(({ toolCallId }) => toolCallId === 'c1')
    expect(ui.map(({ type }) => type)).toEqual([
      ...['tool-input-start', 'tool-input-available', 'tool-output-available'],
    ])
    expect(ui[1]).toMatchObject({ input })
    expect(ui[2]).toMatchObject({ output: { hits: [] } })
    expect((await collectRun(replayed(RUN))).toolResults).toEqual([{ toolCallId: 'c1', ...call }])
  })

  it('a failed run ends with its failure in every protocol', async () => {
    const message = 'The language model broke off.'
    expect(overNdjson(FAILED_RUN).at(-1)).toMatchObject({ type: 'error', message })
    expect(overAgUi(FAILED_RUN).at(-1)).toMatchObject({ type: 'RUN_ERROR', message })
    expect(overUi(FAILED_RUN).at(-1)).toEqual({ type: 'error', errorText: message })
    // Some readers of this stream report a missing mark in place of the error.
    expect(FAILED_RUN.map(uiMessageStream.open(BODY).encode).join('')).toMatch(
      /data: \[DONE\]\n\n$/,
    )
    const code = 'upstream-failed'
    expect(overOpenAi(FAILED_RUN).at(-1)).toEqual({
      error: { message, type: 'server_error', param: null, code },
    })
    await expect(collectRun(replayed(FAILED_RUN))).rejects.toThrow(message)
  })

  it('only calls of frontend tools are handed to the client, in every protocol', async () => {
    const input = { text: 'Zwölf 🎈' }
    expect(overUi(FRONTEND_RUN).filter(({ toolCallId }) => toolCallId === 'f1')).toMatchObject([
      { type: 'tool-input-start', toolName: 'showBanner' },
      { type: 'tool-input-delta' },
      { type: 'tool-input-delta' },
      { type: 'tool-input-available', input },
    ])

    const called = {
      id: 'f1',
      type: 'function',
      function: { name: 'showBanner', arguments: '{"text":"Zwölf 🎈"}' },
    }
    const calls = deltas(FRONTEND_RUN).flatMap(({ delta }) => (delta.tool_calls as Line[]) ?? [])
    expect(calls).toEqual([{ index: 0, ...called }])
    expect(deltas(FRONTEND_RUN).at(-1)?.finish_reason).toBe('tool_calls')
    const compact = { ...called.function, arguments: JSON.stringify(input) }
    const message = { content: null, tool_calls: [{ ...called, function: compact }] }
    expect(await wholeOpenAi(FRONTEND_RUN)).toMatchObject({
      choices: [{ message, finish_reason: 'tool_calls' }],
    })
  })

  it('the call of a frontend tool is on lines of its own', () => {
    const lines = overNdjson(FRONTEND_RUN)
    const call = { tool_call_id: 'f1', tool_name: 'showBanner' }
    expect(lines.slice(-5)).toMatchObject([
      { type: 'tool_call_start', ...call },
      { type: 'tool_call_args', ...call, args: { text: 'Zwölf 🎈' } },
      { type: 'tool_call_end', ...call },
      { type: 'text_end' },
      { type: 'done' },
    ])
  })
})
