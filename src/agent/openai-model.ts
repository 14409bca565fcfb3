// The package's main entry would bring every other kind of model along: 24 KiB gzipped.
import { OpenAIChatLanguageModel } from '@ai-sdk/openai/internal'
import type { LanguageModelV3 } from '@ai-sdk/provider'
import { streamTextFirst } from './text-first.ts'

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

  function provider(fetch: typeof globalThis.fetch): LanguageModelV3 {
    return new OpenAIChatLanguageModel(model, {
      provider: 'openai.chat',
      url: ({ path }) => base + path,
      headers: () => headers,
      fetch,
    })
  }

  const whole = provider(fetchFromModel)
  return {
    specificationVersion: 'v3',
    provider: whole.provider,
    modelId: whole.modelId,
    supportedUrls: whole.supportedUrls,
    doGenerate: (options) => whole.doGenerate(options),
    doStream: (options) =>
      streamTextFirst(fetchFromModel, (fetch) => provider(fetch).doStream(options)),
  }
}

/** What was said goes to the address that was configured, and to no other. */
const fetchFromModel: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })
