import type { AgentProfile, Group, User } from '../../../client/client.ts'
import { randomId } from '../../browser/storage.ts'
import { agentPartner, type Partner } from '../../platform-chat/conversation.ts'
import { openSession, type Session } from '../../platform-chat/session.ts'
import { apiKey, dataOf, isRefusal, listing, pathOf } from '../platform.ts'

const USERS = '/v3/users'

export interface People {
  /** The users to speak as, without agents. */
  users: User[]
  partners: Partner[]
}

export async function loadPeople(signal: AbortSignal): Promise<People> {
  const [users, groups, agents] = await Promise.all([
    listing<User>(USERS, signal),
    listing<Group>('/v3/groups', signal),
    listing<AgentProfile>('/v3/ai-agents/profiles', signal),
  ])
  const agentIds = new Set(agents.data.map(({ uid }) => uid))
  const people = users.data.filter(({ uid }) => !agentIds.has(uid))
  return {
    users: people,
    partners: [
      ...agents.data.map(agentPartner),
      ...groups.data.map(
        ({ guid, name }): Partner => ({ type: 'group', id: guid, name, kind: 'group' }),
      ),
      ...people.map(({ uid, name }): Partner => ({ type: 'user', id: uid, name, kind: 'user' })),
    ],
  }
}

/** Creates a user with a uid that is derived from the name. */
export async function createUser(name: string): Promise<User> {
  const plain = name.normalize('NFKD').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  const uid = slug.slice(0, 80) || 'user'
  const create = (id: string) => dataOf<User>(USERS, { method: 'POST', body: { uid: id, name } })
  return create(uid).catch((error: unknown) => {
    // A user with another name has that uid.
    if (!isRefusal(error, 'ERR_UID_ALREADY_EXISTS')) throw error
    return create(`${uid}-${randomId().slice(0, 6)}`)
  })
}

/** The session of a user whom the dashboard has signed in. */
export interface UserSession extends Session {
  uid: string
}

/** Signs a user in, with tokens that are revoked when the session is closed or the page is left. */
export function openUserSession(uid: string): UserSession {
  const keys = { apikey: apiKey.value ?? '' }
  const path = `${pathOf(USERS, uid)}/auth_tokens`
  const tokenIds: string[] = []
  let isClosed = false

  async function createToken() {
    const made = await dataOf<{ id: string; authToken: string }>(path, { method: 'POST' })
    tokenIds.push(made.id)
    if (isClosed) revokeAll()
    return made.authToken
  }

  /** `keepalive` lets the requests outlive the page. */
  function revokeAll() {
    for (const id of tokenIds.splice(0)) {
      const revoked = { method: 'DELETE', headers: keys, keepalive: true }
      void fetch(pathOf(path, id), revoked).catch(() => {})
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
