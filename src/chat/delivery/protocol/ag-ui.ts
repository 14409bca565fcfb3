import type { Message, RunAgentInput } from '@ag-ui/core'
import { lines, serverSentEvents } from '../frames.ts'
import {
  type RegisteredAgent,
  type RunInput,
  type RunMessage,
  toolDefinitions,
} from '../run-input.ts'
import { openAgUi } from './ag-ui-reader.ts'
import type { AgentProtocol } from './agent-protocol.ts'

const LINES = /^application\/(x-)?(ndjson|jsonlines|jsonl)$/

/** AG-UI 1.0: a `RunAgentInput` in, its events out. */
export const agUi: AgentProtocol = {
  accept: 'text/event-stream',
  acceptsToolResults: true,
  body,
  framing(mediaType) {
    if (mediaType === 'text/event-stream') return serverSentEvents
    return LINES.test(mediaType) ? lines : undefined
  },
  open: openAgUi,
}

function body(
  { threadId, runId, messages, tools }: RunInput,
  { agentId }: Pick<RegisteredAgent, 'agentId'>,
): RunAgentInput {
  return {
    threadId,
    runId,
    messages: messages.map(messageOf),
    tools: toolDefinitions(tools),
    context: [],
    state: {},
    forwardedProps: { agentId },
  }
}

function messageOf({ id, role, content, toolCalls = [], toolCallId }: RunMessage): Message {
  switch (role) {
    case 'tool':
      return { id, role, content, toolCallId: toolCallId ?? id }
    case 'assistant': {
      if (toolCalls.length === 0) return { id, role, content }
      const calls = toolCalls.map(({ toolCallId, toolName: name, input }) => {
        return { id: toolCallId, type: 'function' as const, function: { name, arguments: input } }
      })
      return { id, role, ...(content && { content }), toolCalls: calls }
    }
    default:
      return { id, role, content }
  }
}
