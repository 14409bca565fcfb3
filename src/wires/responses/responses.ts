import * as z from 'zod'
import type { CollectedRun } from '../../core/collect-run.ts'
import { jsonText } from '../../core/json.ts'
import { NO_USAGE, type RunEvent, type ToolCall, type Usage } from '../../core/run.ts'
import { namedEvent, SSE_DONE, SSE_WIRE } from '../../core/sse.ts'
import { OPENAI_MODEL_ID, OpenAiFailure } from '../chat-completions.ts'
import { eventWriter, isLast, textBlocks, type Wire } from '../wire.ts'
import {
  idsOf,
  type ResponsesQuestion,
  ResponsesRequest,
  readResponsesRequest,
  responsesTurn,
} from './responses-request.ts'

const ModelResponse = z
  .looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.number().int(),
    status: z.enum(['completed', 'incomplete']),
    output: z.array(z.looseObject({})),
    store: z.boolean().describe('Whether the turn is kept for an hour.'),
  })
  .meta({ id: 'OpenAiResponse' })

/** The agent as a model, for clients of OpenAI's responses. */
export const responses: Wire = {
  ...SSE_WIRE,
  operationId: 'createResponse',
  tag: 'OpenAI',
  summary: 'Ask the agent over OpenAI Responses, streaming or not',
  request: ResponsesRequest,
  answer: ModelResponse,
  failure: OpenAiFailure,
  events: 'Events, then [DONE].',

  open(body, { now }) {
    const question = readResponsesRequest(body)
    const { turnIds, asked } = question
    return {
      turnIds,
      isKept: asked.store !== false,
      open(turns, isStored) {
        const { input, before } = responsesTurn(question, turns)
        const { runId } = input
        const { encode, whole } = responseWriter(question, { runId, now, isStored })
        return {
          turn: { turnId: idsOf(runId).response, before },
          exchange: asked.stream ? { input, encode } : { input, whole },
        }
      },
    }
  },
}

interface Making {
  runId: string
  now(): Date
  /** Whether the turn is kept, as far as is known. */
  isStored(): boolean
}

type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

interface Event {
  type: string
  response?: object
}

/**
 * A run as a response, streamed or whole (https://www.openresponses.org/specification). Built-in tools
 * stay inside; the words are one item, and each call of a tool of the client is an item after it.
 */
function responseWriter({ echo }: ResponsesQuestion, { runId, now, isStored }: Making) {
  const ids = idsOf(runId)
  const created = seconds(now())
  const output: object[] = []
  let text = ''
  let count = 0

  function response(status: string, more: object = {}) {
    return {
      id: ids.response,
      object: 'response',
      created_at: created,
      completed_at: null,
      status,
      model: OPENAI_MODEL_ID,
      output: [...output],
      error: null,
      incomplete_details: null,
      usage: null,
      store: isStored(),
      background: false,
      truncation: 'disabled',
      reasoning: null,
      text: { format: { type: 'text' } },
      service_tier: 'default',
      ...echo,
      ...more,
    }
  }

  const message = (status: ItemStatus, content: object[]) => ({
    id: ids.message,
    type: 'message',
    status,
    role: 'assistant',
    content,
  })

  const call = (status: ItemStatus, { toolCallId, toolName }: ToolCall, json: string) => ({
    id: ids.call(output.filter((item) => 'call_id' in item).length),
    type: 'function_call',
    status,
    call_id: toolCallId,
    name: toolName,
    arguments: json,
  })

  function event(type: string, fields: object) {
    return { type, sequence_number: count++, ...fields }
  }

  const ofMessage = { item_id: ids.message, output_index: 0, content_index: 0 }
  const block = textBlocks<Event[]>({
    start: () => [
      event('response.output_item.added', { output_index: 0, item: message('in_progress', []) }),
      event('response.content_part.added', { ...ofMessage, part: textPart('') }),
    ],
    delta: (delta) => {
      text += delta
      return [event('response.output_text.delta', { ...ofMessage, delta, logprobs: [] })]
    },
    end: () => [
      event('response.output_text.done', { ...ofMessage, text, logprobs: [] }),
      event('response.content_part.done', { ...ofMessage, part: textPart(text) }),
    ],
  })

  function endText(status: ItemStatus): Event[] {
    const done = block.end().flat()
    if (done.length === 0) return []
    const item = message(status, [textPart(text)])
    output.push(item)
    return [...done, event('response.output_item.done', { output_index: 0, item })]
  }

  function wholeCall(pending: ToolCall): Event[] {
    const json = jsonText(pending.input)
    const item = call('completed', pending, json)
    const output_index = output.length
    const place = { item_id: item.id, output_index }
    const begun = call('in_progress', pending, '')
    output.push(item)
    const { name } = item
    return [
      event('response.output_item.added', { output_index, item: begun }),
      event('response.function_call_arguments.delta', { ...place, delta: json }),
      event('response.function_call_arguments.done', { ...place, name, arguments: json }),
      event('response.output_item.done', { output_index, item }),
    ]
  }

  const write = eventWriter<Event>({
    'run-start': () =>
      ['response.created', 'response.in_progress'].map((type) =>
        event(type, { response: response('in_progress') }),
      ),
    'text-delta': ({ delta }) => block.text(delta).flat(),
    'run-end': ({ finishReason, pendingToolCalls, usage, suggestions }) => {
      // The host may have cut it.
      const reason = pendingToolCalls.length > 0 ? undefined : CUTS[finishReason]
      const status = reason ? 'incomplete' : 'completed'
      const events = [...endText(status), ...pendingToolCalls.flatMap(wholeCall)]
      const end = {
        completed_at: reason ? null : seconds(now()),
        incomplete_details: reason ? { reason } : null,
        usage: responsesUsage(usage),
        ...(suggestions && {
          metadata: { ...echo.metadata, suggestions: JSON.stringify(suggestions) },
        }),
      }
      return [...events, event(`response.${status}`, { response: response(status, end) })]
    },
    'run-error': ({ code, message }) => {
      const error = { code: FAILURES[code] ?? 'server_error', message }
      return [
        ...endText('incomplete'),
        event('response.failed', { response: response('failed', { error }) }),
      ]
    },
  })

  return {
    encode(event: RunEvent): string {
      const events = write(event).map((written) => namedEvent(written.type, written))
      return events.join('') + (isLast(event) ? SSE_DONE : '')
    },

    /** The same as the last event has it. */
    whole({ text, ...end }: CollectedRun) {
      if (text !== '') block.text(text)
      return write({ type: 'run-end', ...end }).at(-1)?.response
    },
  }
}

const CUTS: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  'content-filter': 'content_filter',
}

const FAILURES: Readonly<Record<string, string>> = { 'rate-limited': 'rate_limit_exceeded' }

function textPart(text: string) {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

function responsesUsage({ inputTokens, outputTokens, totalTokens }: Usage = NO_USAGE) {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: totalTokens,
  }
}

function seconds(date: Date) {
  return Math.floor(date.getTime() / 1000)
}
