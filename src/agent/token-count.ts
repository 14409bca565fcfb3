import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import type { RunInput } from '../core/run.ts'

/** Of most languages and models, roughly. */
const CHARACTERS_PER_TOKEN = 4

/** Of an answer before it is known. */
const EXPECTED_OUTPUT = 500

export interface Tokens {
  inputTokens: number
  outputTokens: number
}

const NONE: Tokens = { inputTokens: 0, outputTokens: 0 }

/** What the first call of a run will use, as far as that is known before. */
export function expectedTokens({ messages, frontendTools }: RunInput): number {
  return estimated(JSON.stringify([messages, frontendTools?.read]).length) + EXPECTED_OUTPUT
}

/**
 * Counts what a call of a model uses: as its host reports it or, if the host does not or is left before
 * its end, by a quarter of the characters. Hosts charge for both.
 */
export function tokenCount({
  prompt,
  tools,
}: Pick<LanguageModelV3CallOptions, 'prompt' | 'tools'>) {
  let characters = 0
  let hasParts = false
  let reported: Extract<LanguageModelV3StreamPart, { type: 'finish' }>['usage'] | undefined

  const sent = () => estimated(JSON.stringify([prompt, tools]).length)

  return {
    /** What the call will use, as far as that is known before. */
    expected: () => sent() + EXPECTED_OUTPUT,

    read(part: LanguageModelV3StreamPart) {
      hasParts = true
      if ('delta' in part) characters += part.delta.length
      if (part.type === 'finish') reported = part.usage
    },

    /** A call that failed before its first part was not served, and is not charged. */
    tokens(isFailure: boolean): Tokens {
      if (isFailure && !hasParts) return NONE
      const { inputTokens, outputTokens } = reported ?? {}
      return {
        inputTokens: inputTokens?.total ?? sent(),
        outputTokens: outputTokens?.total ?? estimated(characters),
      }
    },
  }
}

function estimated(characters: number) {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}
