import { describe, expect, it } from 'vitest'
import { longestTurnMs } from '../../helper/blocking.ts'
import {
  agentOf,
  answering,
  bytesOf,
  eventsOf,
  linesOf,
  NDJSON,
  SSE,
  sseOf,
} from './delivery.fixture.ts'

const MAX_TURN_MS = 300
/** What a socket delivers at once. */
const CHUNK = 64 * 1024

const call = { toolCallId: 'c', toolCallName: 'wave' }
const args = (delta: string) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta })
const open = [{ type: 'TOOL_CALL_START', ...call }, args(`{"x":"${'x'.repeat(950_000)}`)]
const ended = { type: 'TEXT_MESSAGE_END', messageId: 'm' }
const line = { type: 'text_delta', content: 'x' }
const start = { type: 'tool_call_start', tool_call_id: 'c', tool_name: 'wave' }

describe('an answer that is made to take long', () => {
  it.each([
    [
      'messages that end beside large open arguments',
      'ag-ui',
      SSE,
      sseOf(...open) + sseOf(ended).repeat(12_000),
    ],
    [
      'arguments that seem to end with each part',
      'ag-ui',
      SSE,
      sseOf(
        ...open,
        ...Array(5_000)
          .fill([args('}'), ended])
          .flat(),
      ),
    ],
    ['lines ended by LF before a CR', 'ag-ui', SSE, `${':\n'.repeat(32_000)}\r`.repeat(100)],
    ['small parts of text', 'crewai', NDJSON, linesOf(line).repeat(190_000)],
    ['blank lines', 'crewai', NDJSON, '\n'.repeat(8_000_000)],
    ['lines of no interest', 'crewai', NDJSON, linesOf({ type: 'x' }).repeat(400_000)],
    [
      'small parts of arguments',
      'crewai',
      NDJSON,
      linesOf(start) +
        linesOf({ type: 'tool_call_args', tool_call_id: 'c', args: 'x' }).repeat(60_000),
    ],
  ])(
    '%s keep nobody waiting',
    async (_name, kind, contentType, text) => {
      const bytes = bytesOf(text)
      const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) =>
        bytes.subarray(at * CHUNK, (at + 1) * CHUNK),
      )
      const fetch = answering(chunks, contentType)
      const longest = await longestTurnMs(MAX_TURN_MS, () => eventsOf(agentOf(kind), { fetch }))
      expect(longest).toBeLessThan(MAX_TURN_MS)
    },
    60_000,
  )
})
