import { isRecord } from '../../core/json.ts'
import type { Issue } from '../issue.ts'
import type { GroupDetails, MemberRecord, UserDetails } from '../platform-types.ts'
import {
  flag,
  list,
  nullish,
  oneOf,
  parse,
  refined,
  type Schema,
  strict,
  valid,
} from '../schema.ts'

const MAX_METADATA_BYTES = 5 * 1024
const MAX_TAGS = 25

/** Unix seconds, as a number or as ten digits. */
type Seconds = number | string

const MISSING = 'is required'
const isText = (value: unknown) => typeof value === 'string'
const matches = (pattern: RegExp, message: string) =>
  valid<string>((value) => pattern.test(String(value)), message)

const Text = valid<string>(isText, 'must be a string', MISSING)
const isFilled = valid<string>((value) => value !== '', 'must not be empty')
const isShort = valid<string>(
  (value) => String(value).length <= 100,
  'may have at most 100 characters',
)
const trim: Schema<string> = (value) => String(value).trim()

const Id = refined(
  Text,
  matches(/^[A-Za-z0-9_-]{1,100}$/, 'must be 1 to 100 letters, digits, - or _'),
)
const Name = refined(Text, trim, isFilled, isShort)
const Tag = refined(Text, isFilled, isShort)
const Tags = refined(
  list(Tag, 'must be an array'),
  valid((tags) => Array.isArray(tags) && tags.length <= MAX_TAGS, 'may have at most 25 tags'),
)

const SECONDS = 'must be Unix seconds: an integer, or a string of ten digits'
const MAX_SECONDS = 9_999_999_999
const Seconds = refined(
  valid<Seconds>((value) => isText(value) || Number.isInteger(value), SECONDS, MISSING),
  valid((value) => !isText(value) || /^\d{10}$/.test(String(value)), SECONDS),
  valid((value) => Number(value) >= 0, 'must be at least 0'),
  valid((value) => Number(value) <= MAX_SECONDS, `must be at most ${MAX_SECONDS}`),
)

const Metadata = refined(
  valid<Record<string, unknown>>(isRecord, 'must be an object'),
  valid((metadata) => bytes(metadata) <= MAX_METADATA_BYTES, 'may have at most 5 KB'),
)

const GROUP_TYPE = 'must be public, password or private'
const STRICTLY = { missing: 'must be an object', unknown: 'has unknown fields' }

const group = {
  guid: Id,
  name: Name,
  type: oneOf(['public', 'password', 'private'], GROUP_TYPE, MISSING),
  password: nullish(Text),
  icon: nullish(Text),
  description: nullish(Text),
  owner: nullish(Id),
  createdAt: nullish(Seconds),
  metadata: nullish(Metadata),
  tags: nullish(Tags),
}

const user = {
  uid: Id,
  name: Name,
  avatar: nullish(Text),
  link: nullish(Text),
  role: nullish(Text),
  createdAt: nullish(Seconds),
  lastActiveAt: nullish(Seconds),
  metadata: nullish(Metadata),
  tags: nullish(Tags),
}

const member = {
  memberId: refined(
    Text,
    isFilled,
    valid((memberId) => memberId !== '__proto__', 'must not be __proto__'),
  ),
  guid: Id,
  uid: Id,
  scope: nullish(
    oneOf(['admin', 'moderator', 'participant'], 'must be admin, moderator or participant'),
  ),
  isBanned: nullish(flag),
  joinedAt: nullish(Seconds),
}

/** The fields of a record and of its details. */
export const MEMBER_FIELDS: readonly string[] = Object.keys(member)
export const GROUP_FIELDS: readonly string[] = Object.keys(group)
export const USER_FIELDS: readonly string[] = Object.keys(user)

export const GroupDetailsSchema = strict<GroupDetails>(group, STRICTLY)
export const UserDetailsSchema = strict<UserDetails>(user, STRICTLY)

const Fields = strict<MemberRecord>(
  {
    ...member,
    groupDetails: nullish(GroupDetailsSchema),
    userDetails: nullish(UserDetailsSchema),
  },
  STRICTLY,
)

export const MemberRecordSchema: Schema<MemberRecord> = (value, field, issues) => {
  const data = Fields(value, field, issues)
  if (isRecord(value)) checkDetails(value, issues)
  return data
}

/** A valid record, or the issues with it. */
export type CheckedRecord =
  | { record: MemberRecord; issues?: undefined }
  | { record?: undefined; issues: Issue[] }

export function checkRecord(value: unknown, now: Date): CheckedRecord {
  const { data: record, issues } = parse(MemberRecordSchema, value)
  if (issues) return { issues }
  const instants = {
    joinedAt: record.joinedAt,
    'groupDetails.createdAt': record.groupDetails?.createdAt,
    'userDetails.createdAt': record.userDetails?.createdAt,
  }
  const later = Object.entries(instants)
    .filter(([, seconds]) => Number(seconds ?? 0) * 1000 > now.getTime())
    .map(([field]) => ({ field, message: 'must not be in the future' }))
  return later.length > 0 ? { issues: later } : { record }
}

function checkDetails(record: Record<string, unknown>, issues: Issue[]) {
  const { guid, uid, joinedAt, groupDetails, userDetails } = record
  if (isRecord(groupDetails) && isOther(groupDetails.guid, guid)) {
    issues.push({ field: 'groupDetails.guid', message: 'must equal the guid of the record' })
  }
  if (isRecord(userDetails) && isOther(userDetails.uid, uid)) {
    issues.push({ field: 'userDetails.uid', message: 'must equal the uid of the record' })
  }
  const createdAt = isRecord(groupDetails) ? groupDetails.createdAt : undefined
  if (isSeconds(joinedAt) && isSeconds(createdAt) && Number(joinedAt) < Number(createdAt)) {
    issues.push({ field: 'joinedAt', message: 'must not be before groupDetails.createdAt' })
  }
}

/** Ids are case-insensitive. */
function isOther(one: unknown, other: unknown) {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return one.toLowerCase() !== other.toLowerCase()
}

function isSeconds(value: unknown) {
  const issues: Issue[] = []
  Seconds(value, '', issues)
  return issues.length === 0
}

function bytes(value: unknown) {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
