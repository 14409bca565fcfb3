import { networkError } from '../core/upstream/upstream-error.ts'
import { holdsCredentials } from '../core/upstream/web-address.ts'
import { ServiceError, UsageError } from './exit.node.ts'
import type { Service, ServiceOptions } from './service.node.ts'
import type { Terminal } from './terminal.node.ts'

const TOKEN = /^[\x21-\x7e]+$/

/** The service at the configured address or, without an address, one within this process. */
export async function openService(
  { url, verbose = false }: ServiceOptions,
  { env, stderr }: Pick<Terminal, 'env' | 'stderr'>,
): Promise<Service> {
  const address = url ?? (env.LAUNCHBOARD_URL?.trim() || undefined)
  if (address !== undefined) {
    const name = url === undefined ? 'LAUNCHBOARD_URL' : '--url'
    return remoteService(baseOf(name, address), env.LAUNCHBOARD_TOKEN || undefined)
  }
  const { localService } = await import('./local-service.node.ts')
  return localService(env, verbose ? (line) => stderr.write(line) : () => {})
}

function baseOf(name: string, address: string): string {
  const { protocol } = URL.canParse(address) ? new URL(address) : {}
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new UsageError(`${name} must be an http:// or https:// URL.`)
  }
  const url = new URL(address)
  if (holdsCredentials(url)) {
    throw new UsageError(`${name} must not contain credentials: set LAUNCHBOARD_TOKEN instead.`)
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
        throw new ServiceError('redirected', `${base} redirected the request. Check the address.`)
      }
      return response
    },
  }
}
