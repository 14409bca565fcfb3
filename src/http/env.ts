import type { Connection } from '../access/client-address.ts'

/** Hono's bindings: what the request pipeline passes to each handler as `c.env`. */
export interface Env {
  Bindings: {
    requestId: string
    /** The connection of the request, where the server provides it. */
    connection?: Connection | undefined
    /** Headers of every response. They are written with it: to add them later is costly. */
    headers: Readonly<Record<string, string>>
    /** Under `/v3`: the uid of the user whose auth token was sent, and who makes the call. */
    user?: string
  }
}
