import type { liteClient } from 'algoliasearch/lite'

export type ClientOptions = NonNullable<Parameters<typeof liteClient>[2]>
export type Requester = NonNullable<ClientOptions['requester']>
export type Cache = NonNullable<ClientOptions['responsesCache']>
