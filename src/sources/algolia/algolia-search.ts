import * as z from 'zod'
import { AppError } from '../../core/error.ts'
import { TIMEOUT_MS } from '../../core/upstream/request-text.ts'
import { unreadableAnswer } from '../../core/upstream/upstream-error.ts'
import { withTimeout } from '../../core/upstream/with-timeout.ts'
import type { Product } from '../../ranking/product.ts'
import { firstBytes } from '../first-bytes.ts'
import type { Caller, SearchIndex, SearchRequest, SourceResult } from '../source.ts'
import { algoliaClient, algoliaHosts } from './algolia-client.ts'
import { AlgoliaRecord, RECORD_FIELDS } from './algolia-record.ts'

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

/** The hits of a search, or the records that were asked for by id. */
const Answer = z.union([
  z.object({ hits: z.array(AlgoliaRecord) }).transform(({ hits }) => hits),
  z.object({ results: z.array(AlgoliaRecord) }).transform(({ results }) => results),
])

/** A hosted index of products. */
export function algoliaSearch({ index, url, ...options }: AlgoliaOptions): SearchIndex {
  const { applicationId, apiKey, fetch, timeoutMs = TIMEOUT_MS, now } = options
  const hosts = algoliaHosts(applicationId, url)
  const application = { upstream: ALGOLIA, applicationId, apiKey, hosts, fetch, timeoutMs, now }

  /** Sends a body to a path, and reads the records in the response. */
  const records = async (path: string, body: Record<string, unknown>, { signal }: Caller) => {
    const answer = await withTimeout({ upstream: ALGOLIA, timeoutMs, signal }, (limited) =>
      algoliaClient({ ...application, signal: limited })
        .customPost({ path, body })
        .catch(toAppError),
    )
    return readRecords(answer)
  }

  const result = (products: Product[]): SourceResult => ({
    products,
    source: 'algolia',
    asOf: now().toISOString(),
    stale: false,
  })

  return {
    name: 'algolia',

    async search(request) {
      const path = `1/indexes/${encodeURIComponent(index)}/query`
      const found = await records(path, searchBody(request), request)
      return result(found.slice(0, request.limit))
    },

    async product({ id, signal }) {
      const attributesToRetrieve = RECORD_FIELDS
      const requests = [{ indexName: index, objectID: id, attributesToRetrieve }]
      return result(await records('1/indexes/*/objects', { requests }, { signal }))
    },
  }
}

/** Algolia rejects longer queries. */
const MAX_QUERY_BYTES = 512

function searchBody({ query, limit }: SearchRequest) {
  return {
    query: firstBytes(query, MAX_QUERY_BYTES),
    hitsPerPage: limit,
    attributesToRetrieve: RECORD_FIELDS,
    attributesToHighlight: [],
  }
}

/** The client's own errors are about a response that is not JSON, and quote it. */
function toAppError(error: unknown): never {
  throw error instanceof AppError ? error : unreadableAnswer(ALGOLIA, 'invalid JSON')
}

function readRecords(answer: unknown) {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) throw unreadableAnswer(ALGOLIA, 'no hits')
  return parsed.data.filter((product) => product !== null)
}
