import type { ErrorHandler } from 'hono'
import type { Caller } from '../access/authenticate.ts'
import type { Connection } from '../access/client-address.ts'

/** The values of a request in Hono's context. */
export interface Env {
  Bindings: {
    /** The connection of the request, where the server provides it. */
    incoming?: Connection & {
      /** Each header with all of its values. */
      readonly headersDistinct?: Readonly<Record<string, string[] | undefined>>
    }
    /** Whether the connection stays open after the response, where the server says so. */
    outgoing?: { readonly shouldKeepAlive: boolean }
  }
  Variables: {
    requestId: string
    /** The address of the caller, or its network, if known: the same for all that one caller can have. */
    address: string | undefined
    /** The configured origin of the service. */
    publicUrl?: string
    /** Whether a trusted proxy speaks HTTPS with the caller. */
    isForwardedHttps?: boolean
    /** Headers of every response. They are written with it: to add them later is costly. */
    headers: Readonly<Record<string, string>>
    /** The caller, if callers are identified. */
    caller?: Caller | undefined
    /** The id of the user whom the caller asks for, if it may speak for users. */
    asker?: string
    /** The JSON of the body, once it has been read: it may say who asks. */
    sent?: unknown
    /** Under `/v3`: the scope of the API key that was sent, or the auth token of a user. */
    credential?: 'fullAccess' | 'authOnly' | 'user'
    /** Under `/v3`: the uid of the user whose auth token was sent, and who makes the call. */
    user?: string
    /** Under `/v3`: whether the response may be a stream of events. */
    mayStream?: boolean
    /** Under `/v3`: to be called once a stream of events has ended. */
    onStreamEnd?: () => void
    /** The form of errors at this path, where it has one of its own. */
    replyError?: ErrorHandler<Env>
  }
}
