import { type AGUIEvent, EventType } from '@ag-ui/core'
import * as z from 'zod'
import { FrontendTools } from '../agent/frontend-tool.ts'
import { Message, Messages } from '../agent/message.ts'
import { type RunEvent, RunId } from '../agent/run-event.ts'
import { isRecord } from '../core/json.ts'
import { SSE_HEADERS, SSE_KEEP_ALIVE, sse } from '../core/sse.ts'
import { parse } from '../core/validation.ts'
import { TRIGGER_CONFETTI } from '../tools/confetti.ts'
import { clientConfetti } from './client-confetti.ts'
import { type Exchange, FailureText, type StreamProtocol } from './protocol.ts'

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
      .max(MAX_CONTEXTS, `may have at most ${MAX_CONTEXTS} items`)
      .refine((contexts) => JSON.stringify(contexts).length <= MAX_CONTEXT_CHARACTERS, {
        error: `may have at most ${MAX_CONTEXT_CHARACTERS} characters in total`,
      })
      .nullish()
      .describe('What the application wants the model to know.'),
    tools: FrontendTools,
    forwardedProps: z
      .object({ failure_text: FailureText.catch(undefined) })
      .optional()
      .catch(undefined),
    protocolVersion: z
      .string()
      .nullish()
      .describe('If it is given, `outcome` lists the calls whose results the run waits for.'),
  })
  .meta({ id: 'RunAgentInput' })

/** The Agent-User Interaction Protocol over server-sent events. */
export const agUi: StreamProtocol = {
  // On Workers the platform decides on the connection.
  headers: { ...SSE_HEADERS, connection: 'keep-alive' },
  keepAlive: SSE_KEEP_ALIVE,
  open,
  operationId: 'runAgent',
  summary: 'Ask the agent over AG-UI and stream the answer as server-sent events',
  request: AgUiRequest,
  events:
    'Events RUN_STARTED, TEXT_MESSAGE_START, _CONTENT and _END, TOOL_CALL_START, _ARGS, ' +
    '_END and _RESULT. The last event is RUN_FINISHED or RUN_ERROR.',
}

function open(body: unknown): Exchange {
  const { threadId, runId, context, protocolVersion, ...asked } = parse(
    AgUiRequest,
    inCamelCase(body),
  )
  const frontendTools = asked.tools.read
  const messages = [...contextMessages(context ?? []), ...asked.messages]
  const confetti = clientConfetti(asked.messages, frontendTools)
  const toAgUi = createEncoder(
    { threadId, runId },
    { acceptsOutcome: Boolean(protocolVersion), throwsConfetti: confetti.isDeclared },
  )
  return {
    input: {
      threadId,
      runId,
      messages,
      frontendTools,
      unread: asked.tools.unread,
      failureText: asked.forwardedProps?.failure_text ?? true,
    },
    isAnswered: confetti.isReported,
    encode: (event) => sse(toAgUi(event)),
  }
}

/** Some platforms write the ids as they do on `/stream`. */
function inCamelCase(body: unknown): unknown {
  if (!isRecord(body)) return body
  const { threadId = body.thread_id, runId = body.run_id } = body
  return { ...body, threadId, runId }
}

function contextMessages(context: readonly { description: string; value: string }[]) {
  return context.map(({ description, value }) => {
    const content = `What the application shows. ${description}: ${value}`
    return Message.parse({ role: 'system', content })
  })
}

/** What clients differ in. */
interface Client {
  /** Whether it accepts `outcome`. */
  acceptsOutcome: boolean
  /** Whether it runs calls of `triggerConfetti` itself. */
  throwsConfetti: boolean
}

/**
 * A run has one message, with the text before and after its calls, and the calls name it as their
 * parent. It starts with the first text and ends with the run.
 */
function createEncoder(
  run: { threadId: string; runId: string },
  { acceptsOutcome, throwsConfetti }: Client,
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
          callStart(event.toolCallId, event.toolName),
          callArgs(event.toolCallId, JSON.stringify(event.input)),
          callEnd(event.toolCallId),
        ]
      case 'tool-result':
        if (throwsConfetti && event.toolName === TRIGGER_CONFETTI) return []
        unanswered.delete(event.toolCallId)
        return [callResult(event.toolCallId, `${messageId}-${event.toolCallId}`, event.output)]
      case 'frontend-call-start':
        return [callStart(event.toolCallId, event.toolName)]
      case 'frontend-call-delta':
        return [callArgs(event.toolCallId, event.delta)]
      case 'frontend-call-end':
        return [callEnd(event.toolCallId)]
      case 'run-end':
        return [
          ...(hasText ? [{ type: EventType.TEXT_MESSAGE_END as const, messageId }] : []),
          {
            type: EventType.RUN_FINISHED,
            ...run,
            ...(acceptsOutcome && outcome([...unanswered])),
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
 * A run that ends with pending calls of frontend tools has succeeded and lists them, but only for
 * clients that send their protocol version: older ones reject the field.
 */
function outcome(pendingToolCallIds: string[]) {
  if (pendingToolCallIds.length === 0) return {}
  return { outcome: { type: 'success' as const, pendingToolCallIds } }
}
