import { describe, expect, it } from 'vitest'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { NOW } from '../helper/test-services.ts'
import { run } from './run.fixture.ts'

describe('startRun()', () => {
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
    const cancelled = leaving.records().at(-1)
    expect(cancelled).toMatchObject({ event: 'run', outcome: 'cancelled', steps: 2 })
    expect(cancelled.totalTokens).toBeGreaterThan(14) // what was sent and received of the last
  })

  it('a run is recorded even when the reader leaves before the model is asked', async () => {
    const { events, records } = run(scriptedModel(says('too late')))
    for await (const { type } of events) if (type === 'run-start') break
    expect(records()).toMatchObject([{ event: 'run', outcome: 'cancelled', steps: 0 }])
  })
})
