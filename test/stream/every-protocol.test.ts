import { describe, expect, it } from 'vitest'
import { collectRun } from '../../src/agent/collect-run.ts'
import type { RunEvent } from '../../src/agent/run-event.ts'
import { agUi } from '../../src/stream/ag-ui.ts'
import { ndjson } from '../../src/stream/ndjson.ts'
import { FAILED_RUN, FRONTEND_RUN, RUN } from './run.fixture.ts'

const BODY = { threadId: 't', runId: 'r', messages: [{ role: 'user', content: 'hi' }] }

type Line = Record<string, unknown>

const read = (wire: string): Line[] =>
  wire
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.replace(/^data: /, '')))

const overNdjson = (run: readonly RunEvent[]) => read(run.map(ndjson.open(BODY).encode).join(''))
const overAgUi = (run: readonly RunEvent[]) => read(run.map(agUi.open(BODY).encode).join(''))

async function* replayed(run: readonly RunEvent[]) {
  yield* run
}

const joined = (values: unknown[]) => values.filter((value) => value !== undefined).join('')

describe('one recorded run', () => {
  it('says the same over every protocol', async () => {
    const text = 'Let me look.Nothing\n“yet” 💤'
    expect(joined(overNdjson(RUN).map(({ content }) => content))).toBe(text)
    const agUiText = overAgUi(RUN).filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT')
    expect(joined(agUiText.map(({ delta }) => delta))).toBe(text)
    expect((await collectRun(replayed(RUN))).text).toBe(text)
  })

  it('tells of the same call over every protocol', async () => {
    const input = { query: 'notes', limit: 10 }
    const call = { toolName: 'searchProducts', input, output: { hits: [] } }

    const [args] = overNdjson(RUN).flatMap(({ args }) => (args ? [args] : []))
    expect(args).toEqual(input)
    const agUiArgs = overAgUi(RUN).find(({ type }) => type === 'TOOL_CALL_ARGS')
    expect(JSON.parse(String(agUiArgs?.delta))).toEqual(input)
    expect((await collectRun(replayed(RUN))).calls).toEqual([{ callId: 'c1', ...call }])
  })

  it('ends as a failure over every protocol, and with nothing after it', async () => {
    const message = 'The language model broke off.'
    expect(overNdjson(FAILED_RUN).at(-1)).toMatchObject({ type: 'error', message })
    expect(overAgUi(FAILED_RUN).at(-1)).toMatchObject({ type: 'RUN_ERROR', message })
    await expect(collectRun(replayed(FAILED_RUN))).rejects.toThrow(message)
  })

  it('leaves frontend calls out where a wire has no word for them', () => {
    const lines = overNdjson(FRONTEND_RUN)
    expect(lines.map(({ tool_name }) => tool_name)).not.toContain('showBanner')
    expect(lines.at(-1)).toMatchObject({ type: 'done' })
  })
})
