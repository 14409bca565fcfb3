import { type AGUIEvent, EventType } from '@ag-ui/core'
import * as z from 'zod'
import { FrontendTools } from '../agent/frontend-tool.ts'
import { Messages } from '../agent/message.ts'
import { toModelMessages } from '../agent/model-messages.ts'
import type { RunEvent } from '../agent/run-event.ts'
import { RunId } from '../agent/run-id.ts'
import { parse } from '../core/validation.ts'
import { TRIGGER_CONFETTI } from '../tools/confetti.ts'
import type { Exchange, StreamProtocol } from './protocol.ts'
import { CONFETTI_RESULTS, readerConfetti } from './reader-confetti.ts'
import { SSE_HEADERS, SSE_KEEP_ALIVE, sse } from './sse.ts'

const MAX_CONTEXTS = 100
const MAX_CONTEXT_CHARACTERS = 100_000

/** What we read of a RunAgentInput (https://docs.ag-ui.com/sdk/js/core/types). */
const AgUiRequest = z
  .object({
    threadId: RunId,
    runId: RunId,
    messages: Messages.describe('The conversation, oldest first.'),
    context: z
      .array(z.object({ description: z.string(), value: z.string() }))
      .max(MAX_CONTEXTS, `may be at most ${MAX_CONTEXTS}`)
      .refine((contexts) => JSON.stringify(contexts).length <= MAX_CONTEXT_CHARACTERS, {
        error: `may have at most ${MAX_CONTEXT_CHARACTERS} characters in all`,
      })
      .nullish()
      .describe('What the application knows and the model should.'),
    tools: FrontendTools.nullish().describe(
      'Tools that run where the answer is read. The run ends when one is called; its result ' +
        'comes as a `tool` message with the next run. One with the name of a tool of ours is ' +
        'ignored, but for `triggerConfetti`: its call then comes without a result and the run ' +
        'goes on, and a run that brings its result ends without a text.',
    ),
    protocolVersion: z
      .string()
      .nullish()
      .describe('Who sends it is told in `outcome` for which calls the run waits.'),
  })
  .meta({ id: 'RunAgentInput' })

/** The Agent-User Interaction Protocol, over server-sent events. */
export const agUi: StreamProtocol = {
  headers: SSE_HEADERS,
  keepAlive: SSE_KEEP_ALIVE,
  open,
  operationId: 'runAgent',
  summary: 'Ask the agent over AG-UI; the answer streams as server-sent events',
  request: AgUiRequest,
  events:
    'Events RUN_STARTED, TEXT_MESSAGE_START, _CONTENT and _END, TOOL_CALL_START, _ARGS, ' +
    '_END and _RESULT, and last RUN_FINISHED or RUN_ERROR.',
}

function open(body: unknown): Exchange {
  const { threadId, runId, context, protocolVersion, ...asked } = parse(AgUiRequest, body)
  const frontendTools = asked.tools ?? []
  const conversation = toModelMessages(asked.messages, CONFETTI_RESULTS)
  const messages = [...contextMessages(context ?? []), ...conversation]
  const confetti = readerConfetti(asked.messages, frontendTools)
  const toAgUi = createEncoder(
    { threadId, runId },
    { readsOutcome: Boolean(protocolVersion), throwsConfetti: confetti.isDeclared },
  )
  return {
    input: { threadId, runId, messages, frontendTools },
    isAnswered: confetti.isReported,
    encode: (event) => sse(toAgUi(event)),
  }
}

function contextMessages(context: readonly { description: string; value: string }[]) {
  return context.map(({ description, value }) => {
    return {
      role: 'system' as const,
      content: `What the application shows. ${description}: ${value}`,
    }
  })
}

/** What sets one reader apart from others. */
interface Reader {
  /** Whether it takes `outcome`. */
  readsOutcome: boolean
  /** Whether it answers calls of `triggerConfetti` itself. */
  throwsConfetti: boolean
}

/**
 * One message a run, begun by the first text: texts before and after a call belong together, and
 * calls name it as their parent. It ends with the run, so nothing is open at RUN_FINISHED.
 */
function createEncoder(
  run: { threadId: string; runId: string },
  { readsOutcome, throwsConfetti }: Reader,
) {
  const unanswered = new Set<string>()
  let messageId = ''
  let hasText = false

  function text(delta: string): AGUIEvent[] {
    const content = { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta } as const
    if (hasText) return [content]
    hasText = true
    return [{ type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' }, content]
  }

  const callStart = (toolCallId: string, toolCallName: string): AGUIEvent => {
    unanswered.add(toolCallId)
    return { type: EventType.TOOL_CALL_START, toolCallId, toolCallName, parentMessageId: messageId }
  }

  return function toAgUi(event: RunEvent): AGUIEvent[] {
    switch (event.type) {
      case 'run-start':
        messageId = event.messageId
        return [{ type: EventType.RUN_STARTED, ...run }]
      case 'text-delta':
        return text(event.delta)
      case 'tool-call':
        return [
          callStart(event.callId, event.toolName),
          callArgs(event.callId, JSON.stringify(event.input)),
          callEnd(event.callId),
        ]
      case 'tool-result':
        if (throwsConfetti && event.toolName === TRIGGER_CONFETTI) return []
        unanswered.delete(event.callId)
        return [callResult(event.callId, `${messageId}-${event.callId}`, event.output)]
      case 'frontend-call-start':
        return [callStart(event.callId, event.toolName)]
      case 'frontend-call-delta':
        return [callArgs(event.callId, event.delta)]
      case 'frontend-call-end':
        return [callEnd(event.callId)]
      case 'run-end':
        return [
          ...(hasText ? [{ type: EventType.TEXT_MESSAGE_END as const, messageId }] : []),
          {
            type: EventType.RUN_FINISHED,
            ...run,
            ...(readsOutcome && outcome([...unanswered])),
          },
        ]
      case 'run-error':
        return [{ type: EventType.RUN_ERROR, message: event.message, code: event.code }]
    }
  }
}

function callArgs(toolCallId: string, delta: string): AGUIEvent {
  return { type: EventType.TOOL_CALL_ARGS, toolCallId, delta }
}

function callEnd(toolCallId: string): AGUIEvent {
  return { type: EventType.TOOL_CALL_END, toolCallId }
}

function callResult(toolCallId: string, messageId: string, output: unknown): AGUIEvent {
  const content = JSON.stringify(output)
  return { type: EventType.TOOL_CALL_RESULT, messageId, toolCallId, content, role: 'tool' }
}

/**
 * A run that leaves calls to frontend tools is a success all the same, and names them: to those who
 * name their version of the protocol. Clients from before there was one refuse the field.
 */
function outcome(pendingToolCallIds: string[]) {
  if (pendingToolCallIds.length === 0) return {}
  return { outcome: { type: 'success' as const, pendingToolCallIds } }
}
