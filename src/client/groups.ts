import { type Api, dataOf } from './api.ts'
import { type ListOptions, numberedPages } from './pages.ts'
import type {
  AddedMembers,
  Group,
  GroupDetails,
  GroupMember,
  NewGroupMembers,
} from './platform-types.ts'
import type { CallOptions } from './send.ts'

const GROUPS = '/v3/groups'
const MEMBERS = '/v3/groups/{guid}/members'

export function groups(api: Api) {
  async function removeMember(guid: string, uid: string, options?: CallOptions): Promise<void> {
    await api.DELETE(`${MEMBERS}/{uid}`, api.with({ path: { guid, uid } }, options))
  }

  return {
    /** Not retried when the response is lost, as the guid would be in use. */
    create: (body: GroupDetails, options?: CallOptions): Promise<Group> =>
      dataOf(api.POST(GROUPS, { body, ...api.with({}, options) })),

    /** Page by page, by guid. */
    list: (options: ListOptions = {}): AsyncGenerator<Group[]> =>
      numberedPages(options, (query, call) => api.GET(GROUPS, api.with({ query }, call))),

    get: (guid: string, options?: CallOptions): Promise<Group> =>
      dataOf(api.GET(`${GROUPS}/{guid}`, api.with({ path: { guid } }, options))),

    /** Page by page, by uid. */
    listMembers: (guid: string, options: ListOptions = {}): AsyncGenerator<GroupMember[]> =>
      numberedPages(options, (query, call) =>
        api.GET(MEMBERS, api.with({ path: { guid }, query }, call)),
      ),

    /** Each succeeds or fails on its own; it fails for members of the group. */
    addMembers: (
      guid: string,
      body: NewGroupMembers,
      options?: CallOptions,
    ): Promise<AddedMembers> =>
      dataOf(api.POST(MEMBERS, { body, ...api.with({ path: { guid } }, options) })),

    removeMember,

    /** Removes a user at their own request. The owner cannot leave. */
    leave(guid: string, uid: string, options?: Omit<CallOptions, 'onBehalfOf'>): Promise<void> {
      const { isToken } = api.config.credentials
      return removeMember(guid, uid, isToken ? options : { ...options, onBehalfOf: uid })
    },
  }
}
