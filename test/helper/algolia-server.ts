import type { ServerResponse } from 'node:http'
import { isRecord } from '../../src/core/json.ts'
import { type Question, reply, startUpstream } from './upstream-server.ts'

interface AlgoliaSetup {
  applicationId: string
  apiKey: string
  index: string
}

/** Algolia's search of one index: every record has a name that contains the words. */
export async function startAlgoliaServer({ applicationId, apiKey, index }: AlgoliaSetup) {
  let records: readonly unknown[] = []

  const answer = (question: Question, response: ServerResponse) => {
    const { headers, path } = question
    const refuse = (status: number, message: string) =>
      reply(JSON.stringify({ message, status }), status)(question, response)

    const isKnown =
      headers['x-algolia-application-id'] === applicationId &&
      headers['x-algolia-api-key'] === apiKey
    if (!isKnown) return refuse(403, 'Invalid Application-ID or API key')
    const [address] = path.split('?')
    if (address === '/1/indexes/*/objects') {
      const results = JSON.parse(question.body).requests.map(recordOf)
      return reply(JSON.stringify({ results }))(question, response)
    }
    if (address !== `/1/indexes/${encodeURIComponent(index)}/query`) {
      return refuse(404, `Index ${index} does not exist`)
    }
    return reply(JSON.stringify(answerTo(question, records)))(question, response)
  }
  const recordOf = ({ objectID }: { objectID: string }) =>
    records.find((record) => isRecord(record) && record.objectID === objectID) ?? null
  const upstream = await startUpstream(answer)

  return {
    ...upstream,
    /** Forgets what was asked, and answers with these records. */
    serve(next: readonly unknown[]) {
      records = next
      upstream.questions.length = 0
      upstream.answerWith(answer)
    },
  }
}

function answerTo({ body }: Question, records: readonly unknown[]) {
  const { query, hitsPerPage } = JSON.parse(body)
  const matching = records.filter((record) => JSON.stringify(record).includes(query))
  const hits = matching.slice(0, hitsPerPage)
  return { hits, nbHits: matching.length, page: 0, nbPages: 1, hitsPerPage, query, params: '' }
}
