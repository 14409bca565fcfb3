import * as z from 'zod'
import { AppError } from '../../core/error.ts'
import { TIMEOUT_MS } from '../../core/upstream/request-text.ts'
import { unreadableAnswer } from '../../core/upstream/upstream-error.ts'
import { withTimeout } from '../../core/upstream/with-timeout.ts'
import { firstBytes } from '../first-bytes.ts'
import type { SearchIndex, SearchRequest } from '../source.ts'
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

const upstream = 'Algolia'

const Answer = z.object({ hits: z.array(AlgoliaRecord) })

/** A hosted index of products. */
export function algoliaSearch({ index, url, ...options }: AlgoliaOptions): SearchIndex {
  const { applicationId, apiKey, fetch, timeoutMs = TIMEOUT_MS, now } = options
  const hosts = algoliaHosts(applicationId, url)
  const application = { upstream, applicationId, apiKey, hosts, fetch, timeoutMs, now }
  const path = `1/indexes/${encodeURIComponent(index)}/query`

  return {
    name: 'algolia',

    async search(request) {
      const { signal, limit } = request
      const answer = await withTimeout({ upstream, timeoutMs, signal }, (limited) =>
        algoliaClient({ ...application, signal: limited })
          .customPost({ path, body: searchBody(request) })
          .catch(toAppError),
      )
      const products = readHits(answer).slice(0, limit)
      return { products, source: 'algolia', asOf: now().toISOString(), stale: false }
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
  throw error instanceof AppError ? error : unreadableAnswer(upstream, 'invalid JSON')
}

function readHits(answer: unknown) {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) throw unreadableAnswer(upstream, 'no hits')
  return parsed.data.hits.filter((product) => product !== null)
}
