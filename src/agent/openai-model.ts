// The main entry of the package includes all other kinds of models: 24 KiB gzipped.
import { OpenAIChatLanguageModel } from '@ai-sdk/openai/internal'
import type { Model } from './model-client.ts'
import { streamTextFirst } from './text-first.ts'

interface OpenAIOptions {
  apiKey: string
  /** Where a compatible server is: a gateway, Ollama, vLLM. */
  baseURL?: string | undefined
  model: string
}

/** A model behind the chat completions API, which all compatible servers have. */
export function openaiModel({ apiKey, baseURL, model }: OpenAIOptions): Model {
  const base = (baseURL ?? 'https://api.openai.com/v1').replace(/\/$/, '')
  const headers = { authorization: `Bearer ${apiKey}` }
  const provider = 'openai.chat'

  const providerWith = (fetch: typeof globalThis.fetch) =>
    new OpenAIChatLanguageModel(model, {
      provider,
      url: ({ path }) => base + path,
      headers: () => headers,
      fetch,
    })

  return {
    provider,
    modelId: model,
    async doStream(options) {
      const ask = (fetch: typeof globalThis.fetch) => providerWith(fetch).doStream(options)
      const reader = await streamTextFirst(fetchFromModel, ask)
      return { stream: { getReader: () => reader } }
    },
  }
}

/** Follows no redirect: conversations are only sent to the configured address. */
const fetchFromModel: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })
