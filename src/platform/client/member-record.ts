import * as z from 'zod'

const MOST_METADATA_BYTES = 5 * 1024

const Id = z
  .string(orMissing('must be text'))
  .regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be 1 to 100 letters, digits, - and _')

const Name = z
  .string(orMissing('must be text'))
  .trim()
  .min(1, 'must not be blank')
  .max(100, 'must not be longer than 100 characters')

const SECONDS = 'must be Unix seconds: a whole number, or ten digits as text'
const Seconds = z.union(
  [z.int().min(0).max(9_999_999_999), z.string().regex(/^\d{10}$/, SECONDS)],
  orMissing(SECONDS),
)

const Text = z.string('must be text')
const Tag = Text.min(1, 'must not be blank').max(100, 'must not be longer than 100 characters')
const Tags = z.array(Tag, 'must be a list').max(25, 'must not be more than 25')

const Metadata = z
  .record(z.string(), z.unknown(), 'must be an object')
  .refine((metadata) => bytes(metadata) <= MOST_METADATA_BYTES, 'must not be more than 5 KB')

export const GroupDetails = z.strictObject(
  {
    guid: Id,
    name: Name,
    type: z.enum(
      ['public', 'password', 'private'],
      orMissing('must be public, password or private'),
    ),
    password: Text.nullish(),
    icon: Text.nullish(),
    description: Text.nullish(),
    owner: Id.nullish(),
    createdAt: Seconds.nullish(),
    metadata: Metadata.nullish(),
    tags: Tags.nullish(),
  },
  { error: strictly },
)

export const UserDetails = z.strictObject(
  {
    uid: Id,
    name: Name,
    avatar: Text.nullish(),
    link: Text.nullish(),
    role: Text.nullish(),
    createdAt: Seconds.nullish(),
    lastActiveAt: Seconds.nullish(),
    metadata: Metadata.nullish(),
    tags: Tags.nullish(),
  },
  { error: strictly },
)

/** A member of a group as it is imported. It is sent just as it is given. */
export const MemberRecord = z
  .strictObject(
    {
      memberId: z
        .string(orMissing('must be text'))
        .min(1, 'must not be blank')
        .refine((memberId) => memberId !== '__proto__', 'must be another'),
      guid: Id,
      uid: Id,
      scope: z
        .enum(['admin', 'moderator', 'participant'], 'must be admin, moderator or participant')
        .nullish(),
      isBanned: z.boolean('must be true or false').nullish(),
      joinedAt: Seconds.nullish(),
      groupDetails: GroupDetails.nullish(),
      userDetails: UserDetails.nullish(),
    },
    { error: strictly },
  )
  .refine(({ guid, groupDetails }) => !groupDetails || same(groupDetails.guid, guid), {
    path: ['groupDetails', 'guid'],
    error: 'must be the guid of the record',
  })
  .refine(({ uid, userDetails }) => !userDetails || same(userDetails.uid, uid), {
    path: ['userDetails', 'uid'],
    error: 'must be the uid of the record',
  })
  .refine(
    ({ joinedAt, groupDetails }) => Number(joinedAt ?? Infinity) >= Number(groupDetails?.createdAt),
    {
      path: ['joinedAt'],
      error: 'must not be before groupDetails.createdAt',
      when: ({ value }) => isDated(value),
    },
  )

export type MemberRecord = z.input<typeof MemberRecord>

/** Ids are the same in either case. */
function same(one: string, other: string) {
  return one.toLowerCase() === other.toLowerCase()
}

const Dated = z.object({
  joinedAt: Seconds,
  groupDetails: z.object({ createdAt: Seconds }),
})

function isDated(record: unknown) {
  return Dated.safeParse(record).success
}

function bytes(value: unknown) {
  return new TextEncoder().encode(JSON.stringify(value)).length
}

function orMissing(message: string) {
  return { error: ({ input }: { input?: unknown }) => (input == null ? 'is missing' : message) }
}

function strictly(issue: { code?: string | undefined; keys?: readonly string[] }) {
  if (issue.code !== 'unrecognized_keys') return 'must be an object'
  return `has what no record has: ${issue.keys?.join(', ')}`
}
