import * as z from 'zod/mini'
import { webAddress } from '../upstream/web-address.ts'

// What the platform would reject, to be found before a file is sent. The small build of zod, because
// the page loads it. The platform checks the same, and more, with the schemas in `src/platform`.

const MAX_METADATA_BYTES = 5 * 1024

const Id = z.string().check(z.regex(/^[\w-]{1,100}$/, 'must be 1 to 100 letters, digits, - or _'))
const Stored = z
  .string()
  .check(
    z.refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      'must not contain NUL characters or unpaired surrogates',
    ),
  )
const Name = Stored.check(z.trim(), z.minLength(1), z.maxLength(100))
const Address = optional(
  z.string().check(z.refine((text) => webAddress(text) !== null, 'must be an http or https URL')),
)
const Tags = optional(
  z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(25)),
)
const Metadata = optional(
  z.record(z.string(), z.unknown()).check(
    z.refine((metadata) => {
      return new TextEncoder().encode(JSON.stringify(metadata)).length <= MAX_METADATA_BYTES
    }, 'may have at most 5 KB'),
  ),
)
const SECONDS = 'must be Unix seconds: an integer, or a string of ten digits'
const Seconds = z.union(
  [
    z.int().check(z.minimum(0), z.maximum(9_999_999_999)),
    z.string().check(z.regex(/^\d{10}$/, { error: SECONDS, abort: true })),
  ],
  SECONDS,
)

const group = {
  guid: Id,
  name: Name,
  type: z.enum(['public', 'password', 'private']),
  password: optional(z.string().check(z.maxLength(100))),
  icon: Address,
  description: optional(Stored.check(z.maxLength(255))),
  owner: optional(Id),
  createdAt: optional(Seconds),
  metadata: Metadata,
  tags: Tags,
}

const user = {
  uid: Id,
  name: Name,
  avatar: Address,
  link: Address,
  role: optional(Stored.check(z.minLength(1), z.maxLength(100))),
  createdAt: optional(Seconds),
  lastActiveAt: optional(Seconds),
  metadata: Metadata,
  tags: Tags,
}

const member = {
  memberId: z.string().check(
    z.maxLength(255),
    z.refine((id) => id !== '__proto__', 'must not be __proto__'),
  ),
  guid: Id,
  uid: Id,
  scope: optional(
    z.enum(['admin', 'moderator', 'participant'], 'must be admin, moderator or participant'),
  ),
  isBanned: optional(z.boolean()),
  joinedAt: optional(Seconds),
}

/** The columns of a file of members. */
export const MEMBER_COLUMNS: readonly string[] = [
  ...Object.keys(member),
  ...Object.keys(group).map((field) => `groupDetails.${field}`),
  ...Object.keys(user).map((field) => `userDetails.${field}`),
]

export type MemberRecord = z.output<ReturnType<typeof memberRecordSchema>>

/** A member of a group to import, none of whose instants is after `now`. */
export function memberRecordSchema(now: Date) {
  const isPast = (seconds: number | string) => Number(seconds) * 1000 <= now.getTime()
  const Past = optional(Seconds.check(z.refine(isPast, 'must not be in the future')))
  return z
    .strictObject({
      ...member,
      joinedAt: Past,
      groupDetails: optional(z.strictObject({ ...group, createdAt: Past })),
      userDetails: optional(z.strictObject({ ...user, createdAt: Past })),
    })
    .check(
      z.refine(({ guid, groupDetails }) => isSame(groupDetails?.guid, guid), {
        path: ['groupDetails', 'guid'],
        error: 'must equal the guid of the record',
      }),
      z.refine(({ uid, userDetails }) => isSame(userDetails?.uid, uid), {
        path: ['userDetails', 'uid'],
        error: 'must equal the uid of the record',
      }),
      z.refine(
        ({ joinedAt, groupDetails }) =>
          joinedAt == null || Number(joinedAt) >= Number(groupDetails?.createdAt ?? 0),
        { path: ['joinedAt'], error: 'must not be before groupDetails.createdAt' },
      ),
    )
}

/** Ids are case-insensitive. */
function isSame(detail: string | undefined, id: string) {
  return detail === undefined || detail.toLowerCase() === id.toLowerCase()
}

/** Null means the same as an absent field. */
function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.exactOptional(z.nullable(schema))
}
