import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import type { Reply } from './reply.ts'

export interface Written extends Reply {
  usage: LanguageModelV3Usage
}

/** A reply as the parts of a stream: a text a few words at a time, each call whole. */
export function* streamParts({
  text,
  calls,
  usage,
}: Written): Generator<LanguageModelV3StreamPart> {
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

/** The text is there all at once, and each delta costs the run and its reader as much as any other. */
const FEW_WORDS = /\s*(?:\S+\s*){1,8}/g

function* textParts(text: string): Generator<LanguageModelV3StreamPart> {
  const id = crypto.randomUUID()
  yield { type: 'text-start', id }
  for (const [delta] of text.matchAll(FEW_WORDS)) yield { type: 'text-delta', id, delta }
  yield { type: 'text-end', id }
}

function* callParts(toolName: string, input: string): Generator<LanguageModelV3StreamPart> {
  const id = crypto.randomUUID()
  yield { type: 'tool-input-start', id, toolName }
  yield { type: 'tool-input-delta', id, delta: input }
  yield { type: 'tool-input-end', id }
  yield { type: 'tool-call', toolCallId: id, toolName, input }
}
