import type { Connection } from '../access/client-address.ts'

/** What every handler finds in its environment. */
export interface Env {
  Bindings: {
    requestId: string
    /** What the request came on, where the server tells. */
    connection?: Connection | undefined
    /** Headers that every answer carries: written once, with the response. */
    headers: Readonly<Record<string, string>>
    /** Under `/v3`: the uid of the user whose auth token was sent. The call is that user's. */
    user?: string
  }
}
