import * as z from 'zod'
import type { CollectedRun } from '../../core/collect-run.ts'
import { toSeconds } from '../../core/instant.ts'
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
    store: z.boolean().describe('Whether the turn is stored for an hour.'),
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
      isStored: asked.store !== false,
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
  /** Whether the turn is stored, as far as is known. */
  isStored(): boolean
}

type Ids = ReturnType<typeof idsOf>
type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

interface Event {
  type: string
  sequence_number: number
  response?: object
}

/**
 * A run as a response, streamed or whole (https://www.openresponses.org/specification). Built-in tools
 * stay inside; the words are one item, and each call of a tool of the client is an item after it.
 */
function responseWriter({ echo }: ResponsesQuestion, { runId, now, isStored }: Making) {
  const ids = idsOf(runId)
  const created = toSeconds(now())
  let count = 0

  function event(type: string, fields: object): Event {
    return { type, sequence_number: count++, ...fields }
  }

  const output = outputWriter(ids, event)

  function response(status: string, more: object = {}) {
    return {
      id: ids.response,
      object: 'response',
      created_at: created,
      completed_at: null,
      status,
      model: OPENAI_MODEL_ID,
      output: output.items(),
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

  const write = eventWriter<Event>({
    'run-start': () =>
      ['response.created', 'response.in_progress'].map((type) =>
        event(type, { response: response('in_progress') }),
      ),
    'text-delta': ({ delta }) => output.text(delta),
    'run-end': ({ finishReason, pendingToolCalls, usage, suggestions }) => {
      // The host may have cut it.
      const reason = pendingToolCalls.length > 0 ? undefined : CUTS[finishReason]
      const status = reason ? 'incomplete' : 'completed'
      const events = [...output.endText(status), ...pendingToolCalls.flatMap(output.call)]
      const end = {
        completed_at: reason ? null : toSeconds(now()),
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
        ...output.endText('incomplete'),
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
      if (text !== '') output.text(text)
      return write({ type: 'run-end', ...end }).at(-1)?.response
    },
  }
}

/** The items of a response, and the events of each: its words first, then the calls. */
function outputWriter(ids: Ids, event: (type: string, fields: object) => Event) {
  const items: object[] = []
  let words = ''
  let calls = 0

  const message = (status: ItemStatus, content: object[]) => ({
    id: ids.message,
    type: 'message',
    status,
    role: 'assistant',
    content,
  })

  const ofMessage = { item_id: ids.message, output_index: 0, content_index: 0 }
  const block = textBlocks<Event[]>({
    start: () => [
      event('response.output_item.added', { output_index: 0, item: message('in_progress', []) }),
      event('response.content_part.added', { ...ofMessage, part: textPart('') }),
    ],
    delta: (delta) => {
      words += delta
      return [event('response.output_text.delta', { ...ofMessage, delta, logprobs: [] })]
    },
    end: () => [
      event('response.output_text.done', { ...ofMessage, text: words, logprobs: [] }),
      event('response.content_part.done', { ...ofMessage, part: textPart(words) }),
    ],
  })

  return {
    items: () => [...items],
    text: (delta: string): Event[] => block.text(delta).flat(),

    endText(status: ItemStatus): Event[] {
      const done = block.end().flat()
      if (done.length === 0) return []
      const item = message(status, [textPart(words)])
      items.push(item)
      return [...done, event('response.output_item.done', { output_index: 0, item })]
    },

    call({ toolCallId: call_id, toolName: name, input }: ToolCall): Event[] {
      const json = jsonText(input)
      const id = ids.call(calls++)
      const output_index = items.length
      const place = { item_id: id, output_index }
      const called = { id, type: 'function_call', call_id, name }
      const item = { ...called, status: 'completed', arguments: json }
      items.push(item)
      return [
        event('response.output_item.added', {
          output_index,
          item: { ...called, status: 'in_progress', arguments: '' },
        }),
        event('response.function_call_arguments.delta', { ...place, delta: json }),
        event('response.function_call_arguments.done', { ...place, name, arguments: json }),
        event('response.output_item.done', { output_index, item }),
      ]
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
