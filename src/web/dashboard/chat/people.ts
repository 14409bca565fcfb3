import type { AgentProfile, Group, User } from '../../../client/client.ts'
import { randomId } from '../../browser/random-id.ts'
import { agentPartner, type Partner } from '../../platform-chat/conversation.ts'
import { listing } from '../listing.ts'
import { platform } from '../platform-client.ts'

export interface People {
  /** The users to speak as, without agents. */
  users: User[]
  partners: Partner[]
}

export async function loadPeople(signal: AbortSignal): Promise<People> {
  const [users, groups, agents] = await Promise.all([
    listing<User>('/v3/users', signal),
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
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
  const suffix = randomId().slice(0, 6)
  const { data } = await platform.value.run(({ api }) => {
    const create = (uid: string) => api.POST('/v3/users', { body: { uid, name } })
    return create(slug || `user-${suffix}`).catch((error: { code?: unknown }) => {
      // A user with another name has that uid.
      if (error.code !== 'ERR_UID_ALREADY_EXISTS') throw error
      return create(`${slug}-${suffix}`)
    })
  })
  return data
}
