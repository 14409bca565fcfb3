import { liteClient } from 'algoliasearch/lite'
import { AppError } from '../../core/error.ts'
import { requestText } from '../../core/upstream/request-text.ts'

type ClientOptions = NonNullable<Parameters<typeof liteClient>[2]>
type Requester = NonNullable<ClientOptions['requester']>
type Cache = NonNullable<ClientOptions['responsesCache']>

interface RequesterOptions {
  upstream: string
  /** The number of hosts that can be tried. */
  hosts: number
  fetch: typeof globalThis.fetch | undefined
  signal: AbortSignal
  /** The limit for all hosts together. */
  timeoutMs: number
  now(): Date
}

interface AlgoliaClientOptions extends Omit<RequesterOptions, 'hosts'> {
  applicationId: string
  apiKey: string
  hosts: AlgoliaHost[]
}

/** Algolia's own client. One for each search, as it cannot pass a signal to its requester. */
export function algoliaClient({ applicationId, apiKey, hosts, ...rest }: AlgoliaClientOptions) {
  return liteClient(applicationId, apiKey, {
    hosts,
    requester: algoliaRequester({ ...rest, hosts: hosts.length }),
    // Its build for runtimes other than Node would put the key into the URL.
    authMode: 'WithinHeaders',
    hostsCache: noCache,
    requestsCache: noCache,
    responsesCache: noCache,
  })
}

/** Results are cached in front of the client. */
const noCache: Cache = {
  get: (_key, read) => read(),
  set: async (_key, value) => value,
  delete: async () => {},
  clear: async () => {},
}

/**
 * Sends the client's requests with our own timeouts and limits. The client tries its next host when
 * the response reports a failure, so only a failure that another host may not have is reported, and
 * only while a host is left. Any other error is thrown, which ends the search.
 */
function algoliaRequester({ hosts, timeoutMs, ...rest }: RequesterOptions): Requester {
  let left = hosts

  return {
    async send({ url, method, headers, data }) {
      left -= 1
      const init = { method, headers, body: typeof data === 'string' ? data : null }
      // A host that hangs must leave time for the next one.
      const share = left > 0 ? Math.ceil(timeoutMs / 3) : timeoutMs
      try {
        const { text } = await requestText({ ...rest, url, init, timeoutMs: share })
        return { status: 200, content: text, isTimedOut: false }
      } catch (error) {
        if (left > 0 && mayOtherHostAnswer(error))
          return { status: 0, content: '', isTimedOut: false }
        throw error
      }
    },
  }
}

function mayOtherHostAnswer(error: unknown) {
  return error instanceof AppError && (error.retryable || error.code === 'upstream-timeout')
}

interface AlgoliaHost {
  url: string
  protocol: 'http' | 'https'
  port: number | undefined
  accept: 'readWrite'
}

/** The hosts of an application, in the order to try them: the nearest one, then a fallback. */
export function algoliaHosts(applicationId: string, url: string | undefined): AlgoliaHost[] {
  if (url !== undefined) return [hostAt(url)]
  return [`${applicationId}-dsn.algolia.net`, `${applicationId}-1.algolianet.com`].map((host) =>
    hostAt(`https://${host}`),
  )
}

function hostAt(address: string): AlgoliaHost {
  const { hostname, port, protocol } = new URL(address)
  return {
    url: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    port: port === '' ? undefined : Number(port),
    accept: 'readWrite',
  }
}
