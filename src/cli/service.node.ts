import { type ClientError, unreadableResponse } from '../client/client-error.ts'
import { readOptions } from '../client/options.ts'
import { responseError } from '../client/response-error.ts'
import { fetchOnce } from '../client/send.ts'
import { errorMessage } from '../core/error.ts'
import { readCapped } from '../core/upstream/read-capped.ts'
import { UsageError } from './exit.node.ts'
import type { Terminal } from './terminal.node.ts'

/** The HTTP API, at an address or within this process. Commands need not know which. */
export interface Service {
  /** Resolves with the response when it starts. @throws ClientError if there is none. */
  request(path: string, init: ServiceRequest): Promise<Response>
}

interface ServiceRequest {
  signal: AbortSignal
  /** Sent as JSON with POST. */
  body?: unknown
  headers?: Record<string, string>
}

export interface ServiceOptions {
  url?: string | undefined
  /** Whether a service within this process writes its log to the standard error. */
  verbose?: boolean | undefined
}

export const SERVICE = 'The service'
const MAX_BYTES = 4 * 1024 * 1024
/** Only a name: nothing listens there, and no request leaves the process. */
const ORIGIN = 'http://localhost'

/** The service at the configured address or, without an address, one within this process. */
export async function openService(
  { url, verbose = false }: ServiceOptions,
  { env, stderr }: Pick<Terminal, 'env' | 'stderr'>,
): Promise<Service> {
  const address = url ?? (env.LAUNCHBOARD_URL?.trim() || undefined)
  const token = address === undefined ? undefined : env.LAUNCHBOARD_TOKEN || undefined
  const { baseUrl, credentialOf } = optionsOf(url === undefined ? 'LAUNCHBOARD_URL' : '--url', () =>
    readOptions(address ?? ORIGIN, { token }),
  )
  const fetch =
    address === undefined ? await localFetch(env, verbose ? stderr : undefined) : globalThis.fetch
  return {
    async request(path, { body, headers = {}, signal }) {
      const json = { 'content-type': 'application/json', ...headers }
      const sent = body
        ? { method: 'POST', headers: new Headers(json), body: JSON.stringify(body) }
        : { method: 'GET', headers: new Headers(headers), body: null }
      const secret = await credentialOf(path)?.current()
      return fetchOnce({ url: baseUrl + path, ...sent }, secret, fetch, signal)
    },
  }
}

async function localFetch(env: Terminal['env'], log: Terminal['stderr'] | undefined) {
  const { localService } = await import('./local-service.node.ts')
  return localService(env, (line) => void log?.write(line))
}

/** Names the options as a user of the command gives them. */
function optionsOf<Options>(address: string, read: () => Options): Options {
  try {
    return read()
  } catch (error) {
    const message = errorMessage(error)
    const named = message.replace(/^url:/, address).replace(/^authorization:/, 'LAUNCHBOARD_TOKEN')
    throw new UsageError(`${named}.`)
  }
}

/** The body of a response. @throws ClientError with the error that the service reports. */
export async function responseBody(response: Response): Promise<string> {
  const text = await readCapped(response, { upstream: SERVICE, maxBytes: MAX_BYTES })
  if (response.ok) return text
  throw responseError(text, { status: response.status })
}

export function notOurs(): ClientError {
  return unreadableResponse(undefined, 'not from Launchboard')
}
