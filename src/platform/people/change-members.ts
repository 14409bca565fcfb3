import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { Database } from '../../storage/database.ts'
import { members } from '../../storage/schema.ts'
import { Id } from '../field.ts'
import { Done, done, platformOperation } from '../operation.ts'
import { ErrorFields, PlatformError, platformErrorBody } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { findGroup, findMembership, type GroupRow } from './groups.ts'
import { banned, findMember, memberQuery, notJoined, type StoredMember } from './members.ts'
import { findUser } from './users.ts'

const MAX_ADDED = 100

const LISTS = { admins: 'admin', moderators: 'moderator', participants: 'participant' } as const
const RANKS = { participant: 0, moderator: 1, admin: 2 } as const
const OWNER_RANK = 3

const Uids = z.array(Id).max(MAX_ADDED).optional()

/** The users to add to a group, by scope. */
const AddedMembers = z
  .strictObject({ admins: Uids, moderators: Uids, participants: Uids })
  .superRefine(({ admins = [], moderators = [], participants = [] }, context) => {
    const all = [...admins, ...moderators, ...participants]
    if (all.length === 0) context.addIssue('must contain at least one uid')
    if (all.length > MAX_ADDED) context.addIssue(`may contain at most ${MAX_ADDED} uids`)
    if (new Set(all).size < all.length) context.addIssue('must not contain a uid twice')
  })

/** Whether one user was added. */
const AddedMember = z.object({
  success: z.boolean(),
  error: ErrorFields.optional(),
})
const Outcomes = z.record(z.string(), AddedMember).optional()

/** The outcome for each user, by uid. */
const AddedOutcome = z.object({
  admins: Outcomes,
  moderators: Outcomes,
  participants: Outcomes,
})

/** Adds and removes members of a group. */
export function memberOperations(store: Store) {
  const OneGroup = z.object({ guid: Id })
  return [
    platformOperation('addMembers', 'post', '/v3/groups/{guid}/members', {
      summary: 'Add users to a group; each succeeds or fails on its own',
      onBehalfOf: 'optional',
      params: OneGroup,
      body: AddedMembers,
      data: AddedOutcome,
      async handle({ user, params, body }) {
        return { data: await addMembers(params.guid, body, user, store) }
      },
    }),
    platformOperation('removeMember', 'delete', '/v3/groups/{guid}/members/{uid}', {
      summary: 'Remove a member from a group, or leave it',
      onBehalfOf: 'optional',
      params: OneGroup.extend({ uid: Id }),
      data: Done,
      async handle({ user, params: { guid, uid } }) {
        await removeMember(guid, uid, user, store.database)
        return done(user === uid ? `${uid} left ${guid}.` : `${uid} was removed from ${guid}.`)
      },
    }),
  ]
}

/** Servers and admins may add anyone, and moderators may add participants. */
async function addMembers(
  guid: string,
  added: z.output<typeof AddedMembers>,
  actor: string | undefined,
  store: Store,
) {
  const rank = await rankIn(guid, actor, store.database)
  const isAllowed =
    rank >= RANKS.admin ||
    (rank === RANKS.moderator && !added.admins?.length && !added.moderators?.length)
  if (!isAllowed) throw lacksScope()

  const outcome: z.output<typeof AddedOutcome> = {}
  for (const list of ['admins', 'moderators', 'participants'] as const) {
    for (const uid of added[list] ?? []) {
      const error = await addMember({ guid, uid, scope: LISTS[list] }, store)
      const of = { success: !error, ...(error && { error: platformErrorBody(error) }) }
      outcome[list] = { ...outcome[list], [uid]: of }
    }
  }
  return outcome
}

/** Adds one user; returns the error if that fails. */
async function addMember(
  member: Pick<StoredMember, 'guid' | 'uid' | 'scope'>,
  { database, now }: Store,
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
 * Users may leave, except for the owner; admins and moderators may remove members of a lower scope,
 * and servers anyone.
 */
async function removeMember(
  guid: string,
  uid: string,
  actor: string | undefined,
  database: Database,
): Promise<void> {
  const rank = await rankIn(guid, actor, database)
  const group = await findGroup(database, guid)
  if (actor === uid) {
    if (group.owner === uid) {
      const message = `The owner cannot leave the group ${guid}.`
      throw new PlatformError('ERR_OWNER_EXIT_FORBIDDEN', message)
    }
  } else if (rank === RANKS.participant) {
    throw lacksScope()
  }
  const [member] = await memberQuery(database, guid, uid)
  if (!member) throw notJoined(guid, uid)
  if (actor !== uid && rankOf(member, group) >= rank) throw lacksScope()
  // Removed members can be added again, so a ban would be lifted.
  if (actor !== undefined && member.isBanned) throw banned(guid, uid)
  await database.delete(members).where(and(eq(members.guid, guid), eq(members.uid, uid)))
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

function rankOf({ uid, scope }: Pick<StoredMember, 'uid' | 'scope'>, { owner }: GroupRow) {
  return owner === uid ? OWNER_RANK : RANKS[scope]
}

function lacksScope() {
  const message = 'The scope of the user in this group does not allow this.'
  return new PlatformError('ERR_GROUP_NO_MODERATOR_SCOPE', message, {
    devMessage:
      'Admins may add anyone, and moderators participants; both may only remove members of a lower scope.',
  })
}
