import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { asRecord, tryParseJson } from '../../core/json.ts'
import { readCapped } from '../../core/upstream/read-capped.ts'
import type { AgentModel } from '../model-client.ts'
import { connectionFailure, isOfForm, refusal, unreadable } from '../model-failure.ts'
import { createAnswerReader } from './answer-reader.ts'
import { answerStream } from './answer-stream.ts'
import { completionRequest, shortIds, wireNames } from './completion-request.ts'

interface HostedModelOptions {
  apiKey?: string | undefined
  /** The address of a compatible server: a gateway, Ollama, vLLM. */
  baseURL?: string | undefined
  /** More headers, such as those of a gateway. */
  headers?: Readonly<Record<string, string>> | undefined
  model: string
}

/** What some hosts refuse, in the order in which it is left out. */
const CONCESSIONS = ['stream options', 'host fields', 'long ids'] as const

type Concession = (typeof CONCESSIONS)[number]
type Names = ReturnType<typeof wireNames>

/**
 * A model behind the chat completions API of OpenAI, as all compatible servers have it. The AI SDK's
 * providers for it check each chunk against a strict schema and pass it through six streams: twice the
 * CPU of a bare relay, and an error for what many servers write a little differently.
 */
export function hostedModel({
  apiKey,
  baseURL,
  headers: own,
  model,
}: HostedModelOptions): AgentModel {
  const base = (baseURL ?? 'https://api.openai.com/v1').replace(/\/$/, '')
  const refused = new Set<Concession>()
  /** Runs, by the first message of their prompt, whose host does not want its fields back. */
  const withoutFields = new WeakSet<object>()

  /** Follows no redirect: conversations are only sent to the configured address. */
  async function post(body: string, signal: AbortSignal | undefined): Promise<Response> {
    try {
      const key = apiKey && { authorization: `Bearer ${apiKey}` }
      const headers = { ...key, ...own, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body, signal: signal ?? null }
      return await fetch(`${base}/chat/completions`, { ...init, redirect: 'manual' })
    } catch (error) {
      signal?.throwIfAborted()
      throw connectionFailure('unreachable', error)
    }
  }

  async function bodyOf(options: LanguageModelV3CallOptions, names: Names, left: Set<Concession>) {
    const form = {
      model,
      nameOf: names.write,
      idOf: left.has('long ids') ? await shortIds(options.prompt) : (id: string) => id,
      hasHostFields: !left.has('host fields'),
      hasStreamOptions: !left.has('stream options'),
    }
    return JSON.stringify(completionRequest(options, form))
  }

  /**
   * Asks again, with one concession after the other, while the form of the request is refused. Only the
   * last one is remembered, because the request failed without it.
   */
  async function ask(options: LanguageModelV3CallOptions, names: Names): Promise<Response> {
    const [run = {}] = options.prompt
    const left = refusedIn(run)
    let asked = ''
    let failure = unreadable()

    for (const concession of [undefined, ...CONCESSIONS]) {
      if (concession) left.add(concession)
      const body = await bodyOf(options, names, left)
      if (body === asked) continue // it changes nothing
      asked = body
      const response = await post(body, options.abortSignal)
      if (response.ok) {
        remember(concession, run)
        return response
      }
      failure = refusal(await errorIn(response), response.status, response.headers)
      if (!isOfForm(failure)) break
    }
    throw failure
  }

  function refusedIn(run: object) {
    return new Set<Concession>(withoutFields.has(run) ? [...refused, 'host fields'] : refused)
  }

  function remember(concession: Concession | undefined, run: object) {
    if (concession === 'host fields') withoutFields.add(run)
    else if (concession) refused.add(concession)
  }

  return {
    provider: 'openai.chat',
    modelId: model,

    async doStream(options) {
      const names = wireNames((options.tools ?? []).map(({ name }) => name))
      const { headers, body } = await ask(options, names)
      if (!body) throw unreadable()
      const answer = createAnswerReader({ headers, toolNamed: names.read })
      return { stream: answerStream(body, answer) }
    },
  }
}

const MAX_ERROR_BYTES = 100_000

async function errorIn(response: Response): Promise<unknown> {
  const cap = { upstream: 'The language model', maxBytes: MAX_ERROR_BYTES }
  const text = await readCapped(response, cap).catch(() => '')
  const body = [tryParseJson(text)].flat()[0]
  return asRecord(body).error ?? body
}
