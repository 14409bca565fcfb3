import * as z from 'zod'
import { tryParseJson } from '../core/json.ts'
import { excerpt } from '../core/printable.ts'
import { readCapped } from '../core/upstream/read-capped.ts'
import { ServiceError } from './exit.node.ts'

/** The HTTP API, at an address or within this process. Commands need not know which. */
export interface Service {
  /** @throws if there is no response. */
  request(path: string, init?: RequestInit): Promise<Response>
}

export interface ServiceOptions {
  url?: string | undefined
  /** Whether a service within this process writes its log to the standard error. */
  verbose?: boolean | undefined
}

export const SERVICE = 'The service'
const MAX_BYTES = 4 * 1024 * 1024
const MAX_MESSAGE_CHARACTERS = 1_000

const Failure = z.object({ error: z.string(), code: z.string() })

/** The body of a response. @throws ServiceError with the error that the service reports. */
export async function bodyOf(response: Response): Promise<string> {
  const text = await readCapped(response, { upstream: SERVICE, maxBytes: MAX_BYTES })
  if (response.ok) return text
  throw failureOf(response.status, text)
}

export function failureOf(status: number, text: string): ServiceError {
  const { data } = Failure.safeParse(tryParseJson(text))
  if (!data) {
    const message = `The response (status ${status}) is not from Launchboard. Check the address.`
    return new ServiceError('unreadable', message)
  }
  const hint = status === 401 ? ' Set LAUNCHBOARD_TOKEN to a token of the service.' : ''
  return new ServiceError(
    excerpt(data.code, 100),
    excerpt(data.error, MAX_MESSAGE_CHARACTERS) + hint,
  )
}

export function unreadable(): ServiceError {
  const message = 'The response is not from Launchboard. Check the address.'
  return new ServiceError('unreadable', message)
}
