import * as z from 'zod'
import { tryParseJson } from '../core/json.ts'
import { excerpt } from '../core/printable.ts'
import { readCapped } from '../core/upstream/read-capped.ts'
import { networkError } from '../core/upstream/upstream-error.ts'
import { holdsCredentials } from '../core/upstream/web-address.ts'
import { ServiceError, UsageError } from './exit.node.ts'
import type { Terminal } from './terminal.node.ts'

/** The HTTP API, at an address or within this process: commands cannot tell one from the other. */
export interface Service {
  /** @throws when there is no answer at all. */
  request(path: string, init?: RequestInit): Promise<Response>
}

export interface ServiceOptions {
  url?: string | undefined
  /** Whether the log of a service within this process is written to the standard error. */
  verbose?: boolean | undefined
}

export const SERVICE = 'The service'
const MAX_BYTES = 4 * 1024 * 1024

const MAX_MESSAGE = 1_000
const TOKEN = /^[\x21-\x7e]+$/

export async function openService(
  { url, verbose = false }: ServiceOptions,
  { env, stderr }: Pick<Terminal, 'env' | 'stderr'>,
): Promise<Service> {
  const address = url ?? (env.LAUNCHBOARD_URL || undefined)
  if (address !== undefined) {
    const name = url === undefined ? 'LAUNCHBOARD_URL' : '--url'
    return remoteService(baseOf(name, address), env.LAUNCHBOARD_TOKEN || undefined)
  }
  const { ownService } = await import('./own-service.node.ts')
  return ownService(env, verbose ? (line) => stderr.write(line) : () => {})
}

function baseOf(name: string, address: string): string {
  const { protocol } = URL.canParse(address) ? new URL(address) : {}
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new UsageError(`${name} must be an http:// or https:// address.`)
  }
  const url = new URL(address)
  if (holdsCredentials(url)) {
    throw new UsageError(`${name} must not hold a key: it goes into LAUNCHBOARD_TOKEN.`)
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function remoteService(base: string, token: string | undefined): Service {
  if (token !== undefined && !TOKEN.test(token)) {
    throw new UsageError('LAUNCHBOARD_TOKEN must be visible ASCII characters, without spaces.')
  }
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return {
    async request(path, { headers, ...init } = {}) {
      const response = await fetch(base + path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(headers)), ...authorization },
        redirect: 'manual',
      }).catch((error) => {
        init.signal?.throwIfAborted()
        throw networkError(`${base} could not be reached.`, error)
      })
      if (response.status >= 300 && response.status < 400) {
        throw new ServiceError('redirected', `${base} is redirected: is the address right?`)
      }
      return response
    },
  }
}

const Failure = z.object({ error: z.string(), code: z.string() })

/** The body of an answer. @throws ServiceError when it says why there is none. */
export async function bodyOf(response: Response): Promise<string> {
  const text = await readCapped(response, { upstream: SERVICE, maxBytes: MAX_BYTES })
  if (response.ok) return text
  throw failureOf(response.status, text)
}

export function failureOf(status: number, text: string): ServiceError {
  const { data } = Failure.safeParse(tryParseJson(text))
  if (!data) {
    const message = `The service answered ${status}, and not as Launchboard does: is the address right?`
    return new ServiceError('unreadable', message)
  }
  const hint = status === 401 ? ' LAUNCHBOARD_TOKEN must hold a key of the service.' : ''
  return new ServiceError(excerpt(data.code, 100), excerpt(data.error, MAX_MESSAGE) + hint)
}

export function unreadable(): ServiceError {
  const message = 'The service did not answer as Launchboard does: is the address right?'
  return new ServiceError('unreadable', message)
}
