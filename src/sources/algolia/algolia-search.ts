import { liteClient } from 'algoliasearch/lite'
import * as z from 'zod'
import { AppError } from '../../core/error.ts'
import { requestText, TIMEOUT_MS } from '../../core/upstream/request-text.ts'
import { unreadableAnswer } from '../../core/upstream/upstream-error.ts'
import { withTimeout } from '../../core/upstream/with-timeout.ts'
import type { Product } from '../../ranking/product.ts'
import type { Cancellable, SearchIndex, SourceResult } from '../source.ts'
import { RECORD_FIELDS, readRecord } from './algolia-record.ts'

export interface AlgoliaOptions {
  applicationId: string
  apiKey: string
  index: string
  /** Replaces Algolia's own hosts. */
  url?: string | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** The limit for all hosts together. */
  timeoutMs?: number | undefined
  now(): Date
}

export const ALGOLIA = 'Algolia'

const Records = z.array(z.unknown()).transform((records) => records.flatMap(readOne))

/** The hits of a search, or the records that were asked for by id. */
const Answer = z.union([
  z.object({ hits: Records }).transform(({ hits }) => hits),
  z.object({ results: Records }).transform(({ results }) => results),
])

/** A hosted index of products. */
export function algoliaSearch(options: AlgoliaOptions): SearchIndex {
  const { index, timeoutMs = TIMEOUT_MS, now } = options

  /** Sends a body to a path, and reads the records in the response. */
  const records = async (path: string, body: Record<string, unknown>, { signal }: Cancellable) => {
    const answer = await withTimeout({ upstream: ALGOLIA, timeoutMs, signal }, (limited) =>
      clientOf(options, timeoutMs, limited).customPost({ path, body }).catch(toAppError),
    )
    const { data } = Answer.safeParse(answer)
    if (!data) throw unreadableAnswer(ALGOLIA, 'no hits')
    return data
  }

  const result = (products: Product[]): SourceResult => ({
    products,
    source: 'algolia',
    asOf: now().toISOString(),
    stale: false,
  })

  return {
    name: 'algolia',

    async search({ query, limit, signal }) {
      const path = `1/indexes/${encodeURIComponent(index)}/query`
      const attributes = { attributesToRetrieve: RECORD_FIELDS, attributesToHighlight: [] }
      const body = { query, hitsPerPage: limit, ...attributes }
      return result((await records(path, body, { signal })).slice(0, limit))
    },

    async product({ id, signal }) {
      const attributesToRetrieve = RECORD_FIELDS
      const requests = [{ indexName: index, objectID: id, attributesToRetrieve }]
      return result(await records('1/indexes/*/objects', { requests }, { signal }))
    },
  }
}

function readOne(record: unknown) {
  return readRecord(record) ?? []
}

/** The client's own errors are about a response that is not JSON, and quote it. */
function toAppError(error: unknown): never {
  throw error instanceof AppError ? error : unreadableAnswer(ALGOLIA, 'invalid JSON')
}

/** Algolia's own client. One for each request, as it cannot pass a signal to its requester. */
function clientOf(options: AlgoliaOptions, timeoutMs: number, signal: AbortSignal) {
  const { applicationId, apiKey, url, fetch, now } = options
  const hosts = url ? [url] : hostsOf(applicationId)
  let left = hosts.length
  return liteClient(applicationId, apiKey, {
    hosts: hosts.map(hostAt),
    // Its build for runtimes other than Node would put the key into the URL.
    authMode: 'WithinHeaders',
    requester: {
      // The client tries its next host when the response reports a failure, so only a failure that
      // another host may not have is reported, and only while a host is left.
      async send({ url, method, headers, data }) {
        left -= 1
        const init = { method, headers, body: typeof data === 'string' ? data : null }
        // A host that hangs must leave time for the next one.
        const share = left > 0 ? Math.ceil(timeoutMs / 3) : timeoutMs
        const request = { upstream: ALGOLIA, url, init, fetch, signal, now, timeoutMs: share }
        try {
          const { text } = await requestText(request)
          return { status: 200, content: text, isTimedOut: false }
        } catch (error) {
          if (left === 0 || !mayOtherHostAnswer(error)) throw error
          return { status: 0, content: '', isTimedOut: false }
        }
      },
    },
  })
}

function mayOtherHostAnswer(error: unknown) {
  return error instanceof AppError && (error.retryable || error.code === 'upstream-timeout')
}

/** The hosts of an application, in the order to try them: the nearest one, then a fallback. */
function hostsOf(applicationId: string) {
  return [`https://${applicationId}-dsn.algolia.net`, `https://${applicationId}-1.algolianet.com`]
}

function hostAt(address: string) {
  const { hostname: url, port, protocol } = new URL(address)
  return {
    url,
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    port: port === '' ? undefined : Number(port),
    accept: 'readWrite' as const,
  }
}
