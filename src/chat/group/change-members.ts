import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { members } from '../../storage/schema.ts'
import { Id } from '../field.ts'
import { PlatformError } from '../platform-error.ts'
import { ErrorFields, errorBody } from '../reply.ts'
import { toSeconds } from '../time.ts'
import { findUser } from '../user/users.ts'
import type { GroupRow } from './group.ts'
import { findGroup, findMembership } from './groups.ts'
import type { MemberRow } from './member.ts'
import { findMember } from './member.ts'

const MAX_ADDED = 100

type Scope = MemberRow['scope']

const LISTS = { admins: 'admin', moderators: 'moderator', participants: 'participant' } as const
const RANKS = { participant: 0, moderator: 1, admin: 2 } as const satisfies Record<Scope, number>
const OWNER_RANK = 3

const Uids = z.array(Id).max(MAX_ADDED).optional()

/** The users to add to a group, by scope. */
export const AddedMembers = z
  .strictObject({ admins: Uids, moderators: Uids, participants: Uids })
  .superRefine((lists, context) => {
    const all = [
      ...(lists.admins ?? []),
      ...(lists.moderators ?? []),
      ...(lists.participants ?? []),
    ]
    if (all.length === 0) context.addIssue('must contain at least one uid')
    if (all.length > MAX_ADDED) context.addIssue(`may contain at most ${MAX_ADDED} uids`)
    if (new Set(all).size < all.length) context.addIssue('must not contain a uid twice')
  })

/** Whether one user was added. */
export const AddedMember = z.object({
  success: z.boolean(),
  error: ErrorFields.optional(),
})
const Outcomes = z.record(z.string(), AddedMember).optional()

/** The outcome for each user, by uid. */
export const AddedOutcome = z.object({
  admins: Outcomes,
  moderators: Outcomes,
  participants: Outcomes,
})

interface AddOutcome {
  success: boolean
  error?: ReturnType<typeof errorBody>
}

interface ChangeDeps {
  database: Database
  now(): Date
}

/**
 * Adds users to a group; each succeeds or fails on its own. Servers and admins may add anyone, and
 * moderators may add participants.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`, `ERR_GROUP_NO_MODERATOR_SCOPE`.
 */
export async function addMembers(
  guid: string,
  added: z.output<typeof AddedMembers>,
  actor: string | undefined,
  deps: ChangeDeps,
) {
  const rank = await rankIn(guid, actor, deps.database)
  const lists = [
    ...listed('admins', added.admins),
    ...listed('moderators', added.moderators),
    ...listed('participants', added.participants),
  ]
  const highest = Math.max(...lists.map(({ list }) => RANKS[LISTS[list]]))
  if (rank < RANKS.admin && rank <= highest) throw lacksScope()

  const outcome: Record<string, Record<string, AddOutcome>> = {}
  for (const { list, uid } of lists) {
    const error = await addMember({ guid, uid, scope: LISTS[list] }, deps)
    const of = { success: !error, ...(error && { error: errorBody(error) }) }
    outcome[list] = { ...outcome[list], [uid]: of }
  }
  return outcome
}

function listed(list: keyof typeof LISTS, uids: readonly string[] = []) {
  return uids.map((uid) => ({ list, uid }))
}

/** Adds one user; returns the error if that fails. */
async function addMember(
  member: Pick<MemberRow, 'guid' | 'uid' | 'scope'>,
  { database, now }: ChangeDeps,
): Promise<PlatformError | undefined> {
  const { guid, uid } = member
  const seconds = toSeconds(now())
  const since = { joinedAt: seconds, recordedAt: seconds, updatedAt: seconds }
  try {
    await findUser(database, uid)
    const joined = await database
      .insert(members)
      .values({ ...member, ...since, isBanned: false })
      .onConflictDoNothing()
      .returning({ uid: members.uid })
    if (joined.length > 0) return undefined
    await findMember(database, guid, uid)
    return new PlatformError('ERR_ALREADY_JOINED', `${uid} is already a member of ${guid}.`)
  } catch (error) {
    if (error instanceof PlatformError) return error
    throw error
  }
}

/**
 * Removes a member from a group. Users may leave, except for the owner; admins and moderators may
 * remove members of a lower scope, and servers anyone.
 *
 * @throws PlatformError `ERR_UID_NOT_FOUND`, `ERR_GUID_NOT_FOUND`, `ERR_GROUP_NOT_JOINED`,
 * `ERR_BANNED_GROUPMEMBER`, `ERR_OWNER_EXIT_FORBIDDEN`, `ERR_GROUP_NO_MODERATOR_SCOPE`.
 */
export async function removeMember(
  guid: string,
  uid: string,
  actor: string | undefined,
  { database }: ChangeDeps,
): Promise<void> {
  const rank = await rankIn(guid, actor, database)
  const group = await findGroup(database, guid)
  if (actor === uid) {
    if (group.owner === uid) throw ownerCannotLeave(guid)
  } else if (rank === RANKS.participant) {
    throw lacksScope()
  }
  const isMember = and(eq(members.guid, guid), eq(members.uid, uid))
  const [member] = await database.select().from(members).where(isMember).limit(1)
  if (!member) {
    throw new PlatformError('ERR_GROUP_NOT_JOINED', `${uid} is not a member of ${guid}.`)
  }
  if (actor !== uid && rankOf(member, group) >= rank) throw lacksScope()
  // Removed members can be added again, so a ban would be lifted.
  if (actor !== undefined && member.isBanned) {
    throw new PlatformError('ERR_BANNED_GROUPMEMBER', `${uid} is banned from ${guid}.`)
  }
  await database.delete(members).where(isMember)
}

/** The rank of a user in a group. A server outranks everyone. */
async function rankIn(guid: string, uid: string | undefined, database: Database) {
  if (uid === undefined) {
    await findGroup(database, guid)
    return Number.POSITIVE_INFINITY
  }
  const { group, member } = await findMembership(database, guid, uid)
  return rankOf(member, group)
}

function rankOf({ uid, scope }: Pick<MemberRow, 'uid' | 'scope'>, { owner }: GroupRow) {
  return owner === uid ? OWNER_RANK : RANKS[scope]
}

function lacksScope() {
  const message = 'The scope of the user in this group does not allow this.'
  return new PlatformError('ERR_GROUP_NO_MODERATOR_SCOPE', message, {
    devMessage:
      'Admins may add anyone, and moderators participants; both may only remove members of a lower scope.',
  })
}

function ownerCannotLeave(guid: string) {
  return new PlatformError('ERR_OWNER_EXIT_FORBIDDEN', `The owner cannot leave the group ${guid}.`)
}
