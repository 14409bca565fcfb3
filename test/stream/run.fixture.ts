import type { RunEvent } from '../../src/agent/run-event.ts'

/** One recorded run, which every protocol encodes. */
export const RUN: readonly RunEvent[] = [
  { type: 'run-start', threadId: 't', runId: 'r', messageId: 'm' },
  { type: 'text-delta', delta: 'Let me look.' },
  {
    type: 'tool-call',
    callId: 'c1',
    toolName: 'searchProducts',
    input: { query: 'notes', limit: 10 },
  },
  { type: 'tool-result', callId: 'c1', toolName: 'searchProducts', output: { hits: [] } },
  { type: 'text-delta', delta: 'Nothing\n“yet” 💤' },
  {
    type: 'run-end',
    finishReason: 'stop',
    usage: { inputTokens: 5, outputTokens: 7, totalTokens: 12 },
  },
]
