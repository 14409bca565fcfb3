import type { Credentials } from './credentials.ts'
import { GroupDetailsSchema } from './members/member-record.ts'
import { type CallOptions, checked } from './options.ts'
import { type ListOptions, numberedPages } from './pages.ts'
import type {
  AddedMember,
  Group,
  GroupDetails,
  GroupMember,
  NewGroupMembers,
} from './platform-types.ts'
import {
  anything,
  dataOf,
  filledText,
  flag,
  list,
  loose,
  mapOf,
  optional,
  strict,
  text,
} from './schema.ts'
import type { Send } from './send.ts'

type LeaveOptions = Omit<CallOptions, 'onBehalfOf'>

type Lists<T> = { [List in keyof NewGroupMembers]?: T | undefined }

/** The outcome for each user, by uid. */
export type AddedMembers = Lists<Record<string, AddedMember>>

const GroupSchema = loose<Group>({ guid: text, name: text, type: text })
const Member = loose<GroupMember>({ uid: text, name: text, scope: text })

const Uids = optional(list(filledText))
const NewMembers = strict<NewGroupMembers>({ admins: Uids, moderators: Uids, participants: Uids })

const Failure = loose<NonNullable<AddedMember['error']>>({ code: text, message: text })
const Outcomes = optional(mapOf(loose<AddedMember>({ success: flag, error: optional(Failure) })))
const Added = loose<AddedMembers>({
  admins: Outcomes,
  moderators: Outcomes,
  participants: Outcomes,
})

const PATH = '/v3/groups'
const groupPath = (guid: string) => `${PATH}/${encodeURIComponent(guid)}`
const membersPath = (guid: string) => `${groupPath(guid)}/members`

export function groups(send: Send, { isToken }: Pick<Credentials, 'isToken'>) {
  async function remove(guid: string, uid: string, options: CallOptions) {
    const path = `${membersPath(guid)}/${encodeURIComponent(uid)}`
    await send({ ...options, method: 'DELETE', path, answer: anything })
  }

  return {
    /** Not retried when the response is lost, as the guid would be in use. */
    async create(group: GroupDetails, options: CallOptions = {}): Promise<Group> {
      const body = checked(GroupDetailsSchema, group)
      const answer = dataOf(GroupSchema)
      return (await send({ ...options, method: 'POST', path: PATH, body, answer })).data
    },

    /** Page by page, by guid. */
    list: (options: ListOptions = {}): AsyncGenerator<Group[]> =>
      numberedPages(send, PATH, GroupSchema, options),

    async get(guid: string, options: CallOptions = {}): Promise<Group> {
      const answer = dataOf(GroupSchema)
      return (await send({ ...options, method: 'GET', path: groupPath(guid), answer })).data
    },

    /** Page by page, by uid. */
    listMembers: (guid: string, options: ListOptions = {}): AsyncGenerator<GroupMember[]> =>
      numberedPages(send, membersPath(guid), Member, options),

    /** Each succeeds or fails on its own; it fails for members of the group. */
    async addMembers(
      guid: string,
      members: NewGroupMembers,
      options: CallOptions = {},
    ): Promise<AddedMembers> {
      const body = checked(NewMembers, members)
      const call = { ...options, method: 'POST', path: membersPath(guid), body } as const
      return (await send({ ...call, answer: dataOf(Added) })).data
    },

    removeMember: (guid: string, uid: string, options: CallOptions = {}): Promise<void> =>
      remove(guid, uid, options),

    /** Removes a user at their own request. The owner cannot leave. */
    leave: (guid: string, uid: string, options: LeaveOptions = {}): Promise<void> =>
      remove(guid, uid, isToken ? options : { ...options, onBehalfOf: uid }),
  }
}
