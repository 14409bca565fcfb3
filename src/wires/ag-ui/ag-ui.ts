import {
  type AGUIEvent,
  type Message as AgUiMessage,
  EventType,
  type RunAgentInput,
} from '@ag-ui/core'
import * as z from 'zod'
import { isRecord, jsonText } from '../../core/json.ts'
import type { Message, RunInput } from '../../core/run.ts'
import { TRIGGER_CONFETTI } from '../../core/run.ts'
import { SSE_HEADERS, SSE_KEEP_ALIVE, sse } from '../../core/sse.ts'
import { parse } from '../../core/validation.ts'
import { askerContext } from '../asker.ts'
import { NamedFunction } from '../chat-completions.ts'
import { clientConfetti } from '../client-confetti.ts'
import { eventReader, streamFraming } from '../event-table.ts'
import { FrontendTools } from '../frontend-tool.ts'
import { ANY_TOOL, offeredTools, toolChoice } from '../function-tools.ts'
import { OptionalMessages, RequestMessage } from '../message.ts'
import {
  type CalledWire,
  type Exchange,
  eventWriter,
  functionCalls,
  RunId,
  type StreamWire,
  Suggestions,
  textBlocks,
  toolDefinitions,
} from '../wire.ts'
import { agUiEvents } from './ag-ui-events.ts'

const MAX_CONTEXTS = 100
const MAX_CONTEXT_CHARACTERS = 100_000

/** The fields of a RunAgentInput that we read (https://docs.ag-ui.com/sdk/js/core/types). */
const AgUiRequest = z
  .object({
    threadId: RunId,
    runId: RunId,
    messages: OptionalMessages.describe(
      'The conversation, oldest first. Without any, the run is empty.',
    ),
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
      .object({
        suggestions: Suggestions.catch(undefined),
        toolChoice: toolChoice(NamedFunction).catch(ANY_TOOL),
      })
      .optional()
      .catch(undefined),
    protocolVersion: z
      .string()
      .nullish()
      .describe('If it is given, `metadata` says why a text was cut.'),
  })
  .meta({ id: 'RunAgentInput' })

/** The Agent-User Interaction Protocol over server-sent events. */
export const agUi: StreamWire & CalledWire = {
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
  item: 'AgUiEvent',
  accept: 'text/event-stream',
  acceptsToolResults: true,
  body,
  framing: streamFraming,
  decode: (run) => eventReader(agUiEvents(), run),
}

function open(body: unknown): Exchange {
  const { threadId, runId, context, protocolVersion, ...asked } = parse(
    AgUiRequest,
    inCamelCase(body),
  )
  const messages = [...contextMessages(context ?? []), ...asked.messages]
  const offered = offeredTools(asked.tools.read, asked.forwardedProps?.toolChoice ?? ANY_TOOL)
  const confetti = clientConfetti(asked.messages, asked.tools.read)
  const toAgUi = createWriter(
    { threadId, runId },
    { readsMetadata: Boolean(protocolVersion), throwsConfetti: confetti.isDeclared },
  )
  return {
    input: {
      threadId,
      runId,
      messages,
      ...offered,
      frontendTools: { ...asked.tools, ...offered.frontendTools },
      suggestions: asked.forwardedProps?.suggestions ?? false,
    },
    isAnswered: confetti.isReported || asked.messages.length === 0,
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
    return RequestMessage.parse({ role: 'system', content })
  })
}

/** Reasons for the end of a text that is not whole. */
const CUT: ReadonlySet<string> = new Set(['length', 'content-filter'])

/** The differences between clients. */
interface Client {
  /** Older ones reject a run's `metadata`. */
  readsMetadata: boolean
  /** Whether it runs calls of `triggerConfetti` itself. */
  throwsConfetti: boolean
}

/**
 * A run has one message, with the text before and after its calls, and the calls name it as their
 * parent. It starts with the first text and ends with the run.
 */
function createWriter(
  run: { threadId: string; runId: string },
  { readsMetadata, throwsConfetti }: Client,
) {
  let messageId = ''
  /** Whether pieces of the input of the present call were sent. */
  let hasInput = false
  const message = textBlocks<AGUIEvent>({
    start: () => ({ type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' }),
    delta: (delta) => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta }),
    end: () => ({ type: EventType.TEXT_MESSAGE_END, messageId }),
  })

  return eventWriter<AGUIEvent>({
    'run-start': (event) => {
      messageId = event.messageId ?? event.runId
      return [{ type: EventType.RUN_STARTED, ...run }]
    },
    'text-delta': ({ delta }) => message.text(delta),
    'tool-call-start': ({ toolCallId, toolName: toolCallName }) => {
      hasInput = false
      const type = EventType.TOOL_CALL_START
      return [{ type, toolCallId, toolCallName, parentMessageId: messageId }]
    },
    'tool-call-delta': ({ toolCallId, delta }) => {
      hasInput = true
      return [{ type: EventType.TOOL_CALL_ARGS, toolCallId, delta }]
    },
    'tool-call': ({ toolCallId, input }) => {
      const end: AGUIEvent = { type: EventType.TOOL_CALL_END, toolCallId }
      if (hasInput) return [end]
      return [{ type: EventType.TOOL_CALL_ARGS, toolCallId, delta: jsonText(input) }, end]
    },
    'tool-result': ({ toolCallId, toolName, result }) => {
      if (throwsConfetti && toolName === TRIGGER_CONFETTI) return []
      const content = jsonText(result)
      const id = `${messageId}-${toolCallId}`
      return [
        { type: EventType.TOOL_CALL_RESULT, messageId: id, toolCallId, content, role: 'tool' },
      ]
    },
    // Without an `outcome`: clients reject the ids of pending calls, or take a success for the end.
    'run-end': ({ finishReason, suggestions }) => {
      const metadata = readsMetadata && CUT.has(finishReason) && { metadata: { finishReason } }
      return [
        ...message.end(),
        ...(suggestions
          ? [{ type: EventType.CUSTOM as const, name: 'suggestions', value: suggestions }]
          : []),
        { type: EventType.RUN_FINISHED, ...run, ...metadata },
      ]
    },
    'run-error': ({ message, code }) => [{ type: EventType.RUN_ERROR, message, code }],
  })
}

function body(input: RunInput, agentId: string): RunAgentInput {
  const { threadId, runId, messages } = input
  return {
    threadId,
    runId,
    messages: messages.flatMap(toAgUiMessage),
    tools: [...toolDefinitions(input)],
    context: [],
    state: {},
    forwardedProps: { agentId, ...askerContext(input) },
  }
}

function toAgUiMessage({ id = '', role, content, toolCalls, toolCallId }: Message): AgUiMessage[] {
  switch (role) {
    case 'tool':
      return [{ id, role, content, toolCallId: toolCallId ?? id }]
    case 'assistant':
      if (toolCalls.length === 0) return [{ id, role, content }]
      return [{ id, role, ...(content && { content }), toolCalls: functionCalls(toolCalls) }]
    // Not for a model.
    case 'activity':
    case 'reasoning':
      return []
    default:
      return [{ id, role, content }]
  }
}
