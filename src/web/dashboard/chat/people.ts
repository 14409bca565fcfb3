import type { AgentProfile, Group, User } from '../../../client/client.ts'
import { randomId } from '../../browser/random-id.ts'
import type { Partner } from '../../platform-chat/conversation.ts'
import type { Listing } from '../listing.ts'
import { platform } from '../platform-client.ts'

export interface People {
  /** The users to speak as, without agents. */
  users: User[]
  partners: Partner[]
}

/** Only the first of each are offered. */
const PER_PAGE = 1000

export async function loadPeople(signal: AbortSignal): Promise<People> {
  const read = <Item>(path: string, perPage = PER_PAGE) =>
    platform.value.request<Listing<Item>>(path, { query: { perPage }, signal })
  const [users, groups, agents] = await Promise.all([
    read<User>('/v3/users'),
    read<Group>('/v3/groups'),
    read<AgentProfile>('/v3/ai-agents/profiles'),
  ])
  const agentIds = new Set(agents.data.map(({ uid }) => uid))
  const people = users.data.filter(({ uid }) => !agentIds.has(uid))
  return {
    users: people,
    partners: [
      ...agents.data.map(
        (agent): Partner => ({
          type: 'user',
          id: agent.uid,
          name: agent.name,
          kind: 'agent',
          agent,
        }),
      ),
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
  return await platform.value.run((client) =>
    client.users
      .create({ uid: slug || `user-${suffix}`, name })
      .catch((error: { code?: unknown }) => {
        // A user with another name has that uid.
        if (error.code !== 'ERR_UID_ALREADY_EXISTS') throw error
        return client.users.create({ uid: `${slug}-${suffix}`, name })
      }),
  )
}
