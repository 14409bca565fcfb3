import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV3 } from '@ai-sdk/provider'

interface OpenAIOptions {
  apiKey: string
  /** Where a compatible server is: a gateway, Ollama, vLLM. */
  baseURL?: string | undefined
  model: string
}

/** Chat completions, because that is what compatible servers have. */
export function openaiModel({ apiKey, baseURL, model }: OpenAIOptions): LanguageModelV3 {
  const openai = createOpenAI({ apiKey, fetch: unredirected, ...(baseURL && { baseURL }) })
  return openai.chat(model)
}

/** What was said goes to the address that was configured, and to no other. */
const unredirected: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })
