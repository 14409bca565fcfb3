import { UserDetailsSchema } from './members/member-record.ts'
import { type CallOptions, checked } from './options.ts'
import { type ListOptions, numberedPages } from './pages.ts'
import type { AuthToken, NewAuthToken, User, UserDetails } from './platform-types.ts'
import { anything, dataOf, id, loose, number, optional, text } from './schema.ts'
import type { Send } from './send.ts'

const UserSchema = loose<User>({ uid: text, name: text })
const times = { createdAt: optional(number), expiresAt: optional(number) }
const Token = loose<AuthToken>({ id, uid: text, ...times })
const NewToken = loose<NewAuthToken>({ id, uid: text, authToken: text, ...times })

const userPath = (uid: string) => `/v3/users/${encodeURIComponent(uid)}`
const tokensPath = (uid: string) => `${userPath(uid)}/auth_tokens`

export function users(send: Send) {
  return {
    /** Not retried when the response is lost, as the uid would be in use. */
    async create(user: UserDetails, options: CallOptions = {}): Promise<User> {
      const body = checked(UserDetailsSchema, user)
      const answer = dataOf(UserSchema)
      return (await send({ ...options, method: 'POST', path: '/v3/users', body, answer })).data
    },

    /** Page by page, by uid. */
    list: (options: ListOptions = {}): AsyncGenerator<User[]> =>
      numberedPages(send, '/v3/users', UserSchema, options),

    async get(uid: string, options: CallOptions = {}): Promise<User> {
      const answer = dataOf(UserSchema)
      return (await send({ ...options, method: 'GET', path: userPath(uid), answer })).data
    },
  }
}

/** Auth tokens of users, created and revoked by a server. */
export function authTokens(send: Send) {
  return {
    /** Not retried when the response is lost, as there might be two tokens. */
    async create(uid: string, options: CallOptions = {}): Promise<NewAuthToken> {
      const answer = dataOf(NewToken)
      return (await send({ ...options, method: 'POST', path: tokensPath(uid), answer })).data
    },

    /** The valid tokens, without the tokens themselves, page by page. */
    list: (uid: string, options: ListOptions = {}): AsyncGenerator<AuthToken[]> =>
      numberedPages(send, tokensPath(uid), Token, options),

    async revoke(uid: string, tokenId: string, options: CallOptions = {}): Promise<void> {
      const path = `${tokensPath(uid)}/${encodeURIComponent(tokenId)}`
      await send({ ...options, method: 'DELETE', path, answer: anything })
    },

    /** Signs the user out everywhere. */
    async revokeAll(uid: string, options: CallOptions = {}): Promise<void> {
      await send({ ...options, method: 'DELETE', path: tokensPath(uid), answer: anything })
    },
  }
}
