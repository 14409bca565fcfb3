import { liteClient } from 'algoliasearch/lite'
import type { AlgoliaHost } from './algolia-hosts.ts'
import { type Attempts, algoliaRequester } from './algolia-requester.ts'
import { noCache } from './no-cache.ts'

interface Application extends Omit<Attempts, 'hosts'> {
  applicationId: string
  apiKey: string
  hosts: AlgoliaHost[]
}

/** Algolia's own client for one search: it has no way to hand a signal on to its requester. */
export function algoliaClient({ applicationId, apiKey, hosts, ...rest }: Application) {
  return liteClient(applicationId, apiKey, {
    hosts,
    requester: algoliaRequester({ ...rest, hosts: hosts.length }),
    // Its build for other runtimes than Node would put the key into the address.
    authMode: 'WithinHeaders',
    hostsCache: noCache,
    requestsCache: noCache,
    responsesCache: noCache,
  })
}
