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
  const openai = createOpenAI(baseURL ? { apiKey, baseURL } : { apiKey })
  return openai.chat(model)
}
