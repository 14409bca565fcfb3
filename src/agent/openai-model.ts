// The main entry of the package includes all other kinds of models: 24 KiB gzipped.
import { OpenAIChatLanguageModel } from '@ai-sdk/openai/internal'
import { APICallError } from '@ai-sdk/provider'
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
  const provider = 'openai.chat'

  const providerWith = (fetch: typeof globalThis.fetch) =>
    new OpenAIChatLanguageModel(model, {
      provider,
      url: ({ path }) => base + path,
      headers: () => ({}),
      fetch,
    })

  /**
   * Follows no redirect: conversations are only sent to the configured address. Whatever is thrown
   * here is a host that cannot be reached: the provider only knows the errors of Node, and would pass
   * on others, which can quote the URL or the key.
   */
  const fetchFromModel: typeof fetch = async (input, init) => {
    try {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${apiKey}`)
      return await fetch(input, { ...init, headers, redirect: 'manual' })
    } catch (cause) {
      init?.signal?.throwIfAborted()
      const call = { message: 'unreachable', url: base, requestBodyValues: {} }
      throw new APICallError({ ...call, cause, isRetryable: true })
    }
  }

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
