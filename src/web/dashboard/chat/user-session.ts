import { openSession, type Session } from '../../platform-chat/session.ts'
import { apiKey } from '../api-key.ts'
import { platform } from '../platform-client.ts'

/** The session of a user whom the dashboard has signed in. */
export interface UserSession extends Session {
  uid: string
}

/** Signs a user in, with a token that is revoked when the session is closed or the page is left. */
export function openUserSession(uid: string): UserSession {
  const key = apiKey.value ?? ''
  const tokenIds: string[] = []
  let isClosed = false

  async function createToken() {
    const { data } = await platform.value.run(({ api }) =>
      api.POST('/v3/users/{uid}/auth_tokens', { params: { path: { uid } } }),
    )
    tokenIds.push(data.id)
    if (isClosed) revokeAll()
    return data.authToken
  }

  /** `keepalive` lets the requests outlive the page. */
  function revokeAll() {
    for (const id of tokenIds.splice(0)) {
      const path = `/v3/users/${encodeURIComponent(uid)}/auth_tokens/${encodeURIComponent(id)}`
      const headers = { apikey: key }
      void fetch(path, { method: 'DELETE', headers, keepalive: true }).catch(() => {})
    }
  }

  const session = openSession({ baseUrl: location.origin, authToken: createToken })
  addEventListener('pagehide', revokeAll)
  return {
    ...session,
    uid,
    close() {
      isClosed = true
      session.close()
      removeEventListener('pagehide', revokeAll)
      revokeAll()
    },
  }
}
