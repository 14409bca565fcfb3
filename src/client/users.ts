import { type Api, dataOf } from './api.ts'
import { type ListOptions, numberedPages } from './pages.ts'
import type { AuthToken, NewAuthToken, User, UserDetails } from './platform-types.ts'
import type { CallOptions } from './send.ts'

export function users(api: Api) {
  return {
    /** Not retried when the response is lost, as the uid would be in use. */
    create: (body: UserDetails, options?: CallOptions): Promise<User> =>
      dataOf(api.POST('/v3/users', { body, ...api.with({}, options) })),

    /** Page by page, by uid. */
    list: (options: ListOptions = {}): AsyncGenerator<User[]> =>
      numberedPages(options, (query, call) => api.GET('/v3/users', api.with({ query }, call))),

    get: (uid: string, options?: CallOptions): Promise<User> =>
      dataOf(api.GET('/v3/users/{uid}', api.with({ path: { uid } }, options))),
  }
}

const TOKENS = '/v3/users/{uid}/auth_tokens'

/** Auth tokens of users, created and revoked by a server. */
export function authTokens(api: Api) {
  return {
    /** Not retried when the response is lost, as there might be two tokens. */
    create: (uid: string, options?: CallOptions): Promise<NewAuthToken> =>
      dataOf(api.POST(TOKENS, api.with({ path: { uid } }, options))),

    /** The valid tokens, without the tokens themselves, page by page. */
    list: (uid: string, options: ListOptions = {}): AsyncGenerator<AuthToken[]> =>
      numberedPages(options, (query, call) =>
        api.GET(TOKENS, api.with({ path: { uid }, query }, call)),
      ),

    async revoke(uid: string, id: string, options?: CallOptions): Promise<void> {
      await api.DELETE(`${TOKENS}/{id}`, api.with({ path: { uid, id } }, options))
    },

    /** Signs the user out everywhere. */
    async revokeAll(uid: string, options?: CallOptions): Promise<void> {
      await api.DELETE(TOKENS, api.with({ path: { uid } }, options))
    },
  }
}
