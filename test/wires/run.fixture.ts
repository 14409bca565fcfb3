import type { RunEvent } from '../../src/core/run.ts'

/** One recorded run, which every protocol encodes. */
export const RUN: readonly RunEvent[] = [
  { type: 'run-start', threadId: 't', runId: 'r', messageId: 'm' },
  { type: 'text-delta', delta: 'Let me look.' },
  { type: 'tool-call-start', toolCallId: 'c1', toolName: 'searchProducts' },
  {
    type: 'tool-call',
    toolCallId: 'c1',
    toolName: 'searchProducts',
    input: { query: 'notes', limit: 10 },
  },
  {
    type: 'tool-result',
    toolCallId: 'c1',
    toolName: 'searchProducts',
    result: { hits: [] },
  },
  { type: 'text-delta', delta: 'Nothing\n“yet” 💤' },
  {
    type: 'run-end',
    finishReason: 'stop',
    usage: { inputTokens: 5, outputTokens: 7, totalTokens: 12 },
    pendingToolCalls: [],
  },
]

/** A run that ends in the call of a frontend tool, after a call of ours and without any text. */
export const FRONTEND_RUN: readonly RunEvent[] = [
  { type: 'run-start', threadId: 't', runId: 'r', messageId: 'm' },
  { type: 'tool-call-start', toolCallId: 'c1', toolName: 'getTopProducts' },
  { type: 'tool-call', toolCallId: 'c1', toolName: 'getTopProducts', input: { limit: 3 } },
  { type: 'tool-result', toolCallId: 'c1', toolName: 'getTopProducts', result: { posts: [] } },
  { type: 'tool-call-start', toolCallId: 'f1', toolName: 'showBanner', isFrontend: true },
  { type: 'tool-call-delta', toolCallId: 'f1', delta: '{"text":"Zwölf ' },
  { type: 'tool-call-delta', toolCallId: 'f1', delta: '🎈"}' },
  {
    type: 'tool-call',
    toolCallId: 'f1',
    toolName: 'showBanner',
    input: { text: 'Zwölf 🎈' },
    isFrontend: true,
  },
  {
    type: 'run-end',
    finishReason: 'tool-calls',
    usage: { inputTokens: 5, outputTokens: 7, totalTokens: 12 },
    pendingToolCalls: [{ toolCallId: 'f1', toolName: 'showBanner', input: { text: 'Zwölf 🎈' } }],
  },
]

/** A run that fails in the middle of a word. */
export const FAILED_RUN: readonly RunEvent[] = [
  { type: 'run-start', threadId: 't', runId: 'r', messageId: 'm' },
  { type: 'text-delta', delta: 'The best of' },
  { type: 'run-error', code: 'upstream-failed', message: 'The language model broke off.' },
]
