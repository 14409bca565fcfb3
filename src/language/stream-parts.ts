import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import type { Reply } from './reply.ts'

interface ReplyWithUsage extends Reply {
  usage: LanguageModelV3Usage
}

/** A reply as stream parts: text in chunks of a few words, each tool call as a single delta. */
export function* streamParts({
  text,
  calls,
  usage,
}: ReplyWithUsage): Generator<LanguageModelV3StreamPart, undefined> {
  yield { type: 'stream-start', warnings: [] }
  if (text !== '') yield* textParts(text)
  for (const { toolName, input } of calls) yield* callParts(toolName, JSON.stringify(input))
  yield { type: 'finish', finishReason: finishReason({ text, calls }), usage }
}

export function finishReason({ calls }: Reply): LanguageModelV3FinishReason {
  return calls.length > 0
    ? { unified: 'tool-calls', raw: 'tool-calls' }
    : { unified: 'stop', raw: 'stop' }
}

/** Up to eight words. The text is complete from the start, so smaller deltas only add overhead. */
const TEXT_CHUNK = /\s*(?:\S+\s*){1,8}/g

function* textParts(text: string): Generator<LanguageModelV3StreamPart> {
  const id = crypto.randomUUID()
  yield { type: 'text-start', id }
  for (const [delta] of text.matchAll(TEXT_CHUNK)) yield { type: 'text-delta', id, delta }
  yield { type: 'text-end', id }
}

function* callParts(toolName: string, input: string): Generator<LanguageModelV3StreamPart> {
  const id = crypto.randomUUID()
  yield { type: 'tool-input-start', id, toolName }
  yield { type: 'tool-input-delta', id, delta: input }
  yield { type: 'tool-input-end', id }
  yield { type: 'tool-call', toolCallId: id, toolName, input }
}
