import type { LanguageModelV3Prompt, LanguageModelV3Usage } from '@ai-sdk/provider'
import type { Reply } from './reply.ts'

const CHARACTERS_PER_TOKEN = 4

/** Estimated token usage: the characters of the prompt and of the reply, divided by four. */
export function usageOf(prompt: LanguageModelV3Prompt, { text, calls }: Reply) {
  const promptTokens = tokens(prompt.reduce((sum, { content }) => sum + charactersIn(content), 0))
  const inputCharacters = calls.reduce((sum, { input }) => sum + charactersIn(input), 0)
  return {
    inputTokens: { total: promptTokens, noCache: promptTokens, cacheRead: 0, cacheWrite: 0 },
    outputTokens: {
      total: tokens(text.length + inputCharacters),
      text: tokens(text.length),
      reasoning: 0,
    },
  } satisfies LanguageModelV3Usage
}

function charactersIn(content: unknown): number {
  if (typeof content === 'string') return content.length
  if (typeof content !== 'object' || content === null) return String(content).length
  return Object.values(content).reduce<number>((sum, value) => sum + charactersIn(value), 0)
}

function tokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}
