import { describe, expect, it } from 'vitest'
import { createRunReader } from '../../src/wires/run-reader.ts'

const LIMITS = {
  ...{ maxFrameLength: 100, maxEvents: 100, maxTextLength: 100, maxTextBytes: 100 },
  ...{ maxToolCalls: 9, maxToolResults: 9, maxIdBytes: 100, maxNameBytes: 100 },
}

describe('createRunReader()', () => {
  it('two calls that an agent gives one id are two calls, each with its result', () => {
    const run = createRunReader({ threadId: 't', runId: 'r' }, LIMITS)
    for (const input of ['{"n":1}', '{"n":2}']) {
      run.startCall('call_0', 'look')
      run.addInput('call_0', input, true)
      run.endCall('call_0')
      run.addResult({ toolCallId: 'call_0', result: input })
    }
    const events = run.take().filter(({ type }) => type === 'tool-call' || type === 'tool-result')
    expect(events).toMatchObject([
      { type: 'tool-call', toolCallId: 'call_0', input: { n: 1 } },
      { type: 'tool-result', toolCallId: 'call_0', result: '{"n":1}' },
      { type: 'tool-call', toolCallId: 'call_0-2', input: { n: 2 } },
      { type: 'tool-result', toolCallId: 'call_0-2', result: '{"n":2}' },
    ])
  })
})
