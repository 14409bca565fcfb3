import { createdLater } from '../created-later.ts'
import { PlatformFailure } from '../failure.ts'
import { saveMembers } from '../member/save-members.ts'
import type { Database } from '../storage/database.ts'
import { groups } from '../storage/schema.ts'
import { toSeconds } from '../time.ts'
import { findUser } from '../user/find-user.ts'
import { findGroup } from './find-group.ts'
import { type GroupDetails, type GroupRow, toGroupRow } from './group.ts'

interface CreateNeeds {
  database: Database
  now(): Date
}

/**
 * A new group, with its owner as an admin in it.
 *
 * @throws PlatformFailure `ERR_BAD_REQUEST` when it is created later than now, `ERR_UID_NOT_FOUND`, `ERR_GUID_ALREADY_EXISTS`.
 */
export async function createGroup(
  details: GroupDetails,
  { database, now }: CreateNeeds,
): Promise<GroupRow> {
  const seconds = toSeconds(now())
  const failure = createdLater(details, seconds)
  if (failure) throw failure
  const row = toGroupRow(details, seconds)
  const { guid, owner } = row
  if (owner !== null) await findUser(database, owner)

  const admin = { guid, uid: owner ?? '', scope: 'admin' as const, isBanned: false }
  const since = { joinedAt: seconds, recordedAt: seconds, updatedAt: seconds }
  const joining = owner === null ? [] : saveMembers(database, [{ ...admin, ...since }])
  try {
    await database.batch([database.insert(groups).values(row), ...joining])
  } catch (error) {
    // All or nothing went in. Which of them refused, only the group that is there can tell.
    await findGroup(database, guid).catch(() => {
      throw error
    })
    throw new PlatformFailure('ERR_GUID_ALREADY_EXISTS', `The guid ${guid} is taken.`)
  }
  return row
}
