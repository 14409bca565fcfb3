import type { Message, RunAgentInput } from '@ag-ui/core'
import type { AgentQuestion, QuestionMessage, RegisteredAgent } from '../agent-question.ts'
import { lines } from '../framing/lines.ts'
import { serverSentEvents } from '../framing/server-sent-events.ts'
import { openAgUi } from './ag-ui-reader.ts'
import { offeredTools } from './offered-tools.ts'
import type { Wire } from './wire.ts'

const LINES = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/

/** AG-UI 1.0: a `RunAgentInput` in, its events out. */
export const agUi: Wire = {
  accept: 'text/event-stream',
  tellsResults: true,
  body,
  framing(mediaType) {
    if (mediaType === 'text/event-stream') return serverSentEvents
    return LINES.test(mediaType) ? lines : undefined
  },
  open: openAgUi,
}

function body(
  { threadId, runId, messages, tools }: AgentQuestion,
  { agentId }: Pick<RegisteredAgent, 'agentId'>,
): RunAgentInput {
  return {
    threadId,
    runId,
    messages: messages.map(messageOf),
    tools: offeredTools(tools),
    context: [],
    state: {},
    forwardedProps: { agentId },
  }
}

function messageOf({ id, role, content, toolCalls = [], toolCallId }: QuestionMessage): Message {
  switch (role) {
    case 'tool':
      return { id, role, content, toolCallId: toolCallId ?? id }
    case 'assistant': {
      if (toolCalls.length === 0) return { id, role, content }
      const calls = toolCalls.map(({ id: callId, name, args }) => {
        return { id: callId, type: 'function' as const, function: { name, arguments: args } }
      })
      return { id, role, ...(content && { content }), toolCalls: calls }
    }
    default:
      return { id, role, content }
  }
}
