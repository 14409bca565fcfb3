import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/core/run.ts'
import { runOrder } from '../../src/core/run-order.ts'
import { agUi } from '../../src/wires/ag-ui/ag-ui.ts'
import { ndjson } from '../../src/wires/ndjson.ts'
import { createRunReader } from '../../src/wires/run-reader.ts'
import { uiMessageStream } from '../../src/wires/ui-message-stream.ts'
import { run } from '../core/run.arbitrary.ts'

const BODY = { threadId: 't', runId: 'r', messages: [{ role: 'user', content: 'hi' }] }
const NONE = Number.POSITIVE_INFINITY
const NO_LIMITS = {
  ...{ maxFrameLength: NONE, maxEvents: NONE, maxTextLength: NONE, maxTextBytes: NONE },
  ...{ maxToolCalls: NONE, maxToolResults: NONE, maxIdBytes: NONE, maxNameBytes: NONE },
}

const WIRES = { ndjson, agUi, uiMessageStream }

function framesOf(text: string) {
  return text.split('\n').filter((line) => line !== '')
}

/** What the other side knows of a run, sooner or later. */
function told(events: readonly RunEvent[]) {
  const all: object[] = []
  let text = ''
  const flush = () => {
    if (text !== '') all.push({ type: 'text-delta', delta: text })
    text = ''
  }
  for (const event of events) {
    if (event.type === 'text-delta') text += event.delta
    // The call has the same, whole.
    else if (event.type !== 'tool-call-delta') {
      flush()
      all.push(fieldsToldOf(event))
    }
  }
  flush()
  return all
}

function fieldsToldOf(event: RunEvent): object {
  switch (event.type) {
    case 'run-start':
      return { type: event.type, threadId: event.threadId, runId: event.runId }
    case 'tool-call-start':
    case 'tool-call': {
      const { type, toolCallId, toolName } = event
      return { type, toolCallId, toolName, ...('input' in event && { input: event.input }) }
    }
    case 'run-end': {
      const { type, finishReason, pendingToolCalls } = event
      return { type, finishReason, pendingToolCalls }
    }
    case 'run-error':
      return { type: event.type, message: event.message }
    default:
      return event
  }
}

describe.each(Object.entries(WIRES))('%s', (_name, wire) => {
  it('what is decoded is the run that was encoded, in its order', () => {
    fc.assert(
      fc.property(run, (events) => {
        const { encode } = wire.open(BODY)
        const ids = { threadId: 't', runId: 'r' }
        const read = wire.decode(createRunReader(ids, NO_LIMITS))
        const decoded: RunEvent[] = []
        for (const frame of framesOf(events.map(encode).join(''))) {
          if (/^run-(end|error)$/.test(decoded.at(-1)?.type ?? '')) break
          decoded.push(...(read(frame) ?? []))
        }
        const issueOf = runOrder()
        expect(decoded.flatMap((event) => issueOf(event) ?? [])).toEqual([])
        expect(told(decoded)).toEqual(told(events))
      }),
    )
  })
})
