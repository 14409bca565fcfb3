import { asRecord, tryParseJson } from '../../core/json.ts'
import { readCapped } from '../../core/upstream/read-capped.ts'
import type { Model } from '../model-client.ts'
import { answerStream } from './answer-stream.ts'
import { completionRequest } from './completion-request.ts'
import { connectionFailure, refusal, unreadable } from './host-error.ts'

interface HostedModelOptions {
  apiKey: string
  /** The address of a compatible server: a gateway, Ollama, vLLM. */
  baseURL?: string | undefined
  model: string
}

/**
 * A model behind the chat completions API of OpenAI, as all compatible servers have it. The AI SDK's
 * providers for it check each chunk against a strict schema and pass it through six streams: twice the
 * CPU of a bare relay, and an error for what many servers write a little differently.
 */
export function hostedModel({ apiKey, baseURL, model }: HostedModelOptions): Model {
  const base = (baseURL ?? 'https://api.openai.com/v1').replace(/\/$/, '')
  let refusesStreamOptions = false

  /** Follows no redirect: conversations are only sent to the configured address. */
  async function post(body: object, signal: AbortSignal | undefined): Promise<Response> {
    try {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null }
      return await fetch(`${base}/chat/completions`, { ...init, redirect: 'manual' })
    } catch (error) {
      signal?.throwIfAborted()
      throw connectionFailure('unreachable', error)
    }
  }

  /** Without `stream_options`, OpenAI counts no tokens. Some servers reject the field. */
  async function ask(request: object, signal: AbortSignal | undefined): Promise<Response> {
    if (refusesStreamOptions) return post(request, signal)
    const response = await post({ ...request, stream_options: { include_usage: true } }, signal)
    if (response.status !== 400 && response.status !== 422) return response
    await response.body?.cancel()
    const second = await post(request, signal)
    refusesStreamOptions = second.ok
    return second
  }

  return {
    provider: 'openai.chat',
    modelId: model,

    async doStream(options) {
      const response = await ask(completionRequest(model, options), options.abortSignal)
      const { ok, status, headers, body } = response
      if (!ok) throw refusal(await errorIn(response), status, headers)
      if (!body) throw unreadable()
      return { stream: answerStream(body, headers) }
    },
  }
}

const MAX_ERROR_BYTES = 100_000

async function errorIn(response: Response): Promise<unknown> {
  const cap = { upstream: 'The language model', maxBytes: MAX_ERROR_BYTES }
  const body = tryParseJson(await readCapped(response, cap).catch(() => ''))
  return asRecord(body).error ?? body
}
