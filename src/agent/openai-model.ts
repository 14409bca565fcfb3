// The package's main door would bring every other kind of model along: 24 KiB gzipped.
import { OpenAIChatLanguageModel } from '@ai-sdk/openai/internal'
import type { LanguageModelV3 } from '@ai-sdk/provider'
import { inSmallChunks } from './in-small-chunks.ts'

interface OpenAIOptions {
  apiKey: string
  /** Where a compatible server is: a gateway, Ollama, vLLM. */
  baseURL?: string | undefined
  model: string
}

/** Chat completions, because that is what compatible servers have. */
export function openaiModel({ apiKey, baseURL, model }: OpenAIOptions): LanguageModelV3 {
  const base = (baseURL ?? 'https://api.openai.com/v1').replace(/\/$/, '')
  const headers = { authorization: `Bearer ${apiKey}` }
  return new OpenAIChatLanguageModel(model, {
    provider: 'openai.chat',
    url: ({ path }) => base + path,
    headers: () => headers,
    fetch: fetchFromModel,
  })
}

/** What was said goes to the address that was configured, and to no other. */
const fetchFromModel: typeof fetch = async (input, init) =>
  inSmallChunks(await fetch(input, { ...init, redirect: 'manual' }))
