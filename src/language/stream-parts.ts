import type {
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider'
import type { Reply } from './reply.ts'

/** Up to eight words. The text is complete from the start, so smaller deltas only add overhead. */
const TEXT_CHUNK = /\s*(?:\S+\s*){1,8}/g
/** Tokens are estimated. */
const CHARACTERS_PER_TOKEN = 4

/** A reply as stream parts: text in chunks of a few words, each tool call as a single delta. */
export function* streamParts(
  { text, calls }: Reply,
  prompt: LanguageModelV3Prompt,
): Generator<LanguageModelV3StreamPart, undefined> {
  yield { type: 'stream-start', warnings: [] }
  if (text !== '') {
    const id = crypto.randomUUID()
    yield { type: 'text-start', id }
    for (const [delta] of text.matchAll(TEXT_CHUNK)) yield { type: 'text-delta', id, delta }
    yield { type: 'text-end', id }
  }
  for (const { toolName, input } of calls) {
    const id = crypto.randomUUID()
    const json = JSON.stringify(input)
    yield { type: 'tool-input-start', id, toolName }
    yield { type: 'tool-input-delta', id, delta: json }
    yield { type: 'tool-input-end', id }
    yield { type: 'tool-call', toolCallId: id, toolName, input: json }
  }
  const reason = calls.length > 0 ? 'tool-calls' : 'stop'
  const usage = usageOf(JSON.stringify(prompt), text + JSON.stringify(calls))
  yield { type: 'finish', finishReason: { unified: reason, raw: reason }, usage }
}

function usageOf(asked: string, answered: string): LanguageModelV3Usage {
  const input = Math.ceil(asked.length / CHARACTERS_PER_TOKEN)
  const output = Math.ceil(answered.length / CHARACTERS_PER_TOKEN)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }
}
