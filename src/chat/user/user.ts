import { getTableColumns } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '../../storage/schema.ts'
import { Id, Metadata, Name, Seconds, Tags, Text, WebAddress } from '../field.ts'

/** The role of an agent's user, which is kept with its messages when the agent is deleted. */
export const AGENT_ROLE = 'agent'

/** A user to create, or to update with an import. */
export const UserDetails = z.object({
  uid: Id,
  name: Name,
  avatar: WebAddress.nullish(),
  link: WebAddress.nullish(),
  role: Text.min(1)
    .max(100)
    .refine((role) => role.trim().toLowerCase() !== AGENT_ROLE, 'is reserved for agents')
    .nullish(),
  createdAt: Seconds.nullish(),
  lastActiveAt: Seconds.nullish(),
  metadata: Metadata.nullish(),
  tags: Tags.nullish(),
})

export type UserDetails = z.output<typeof UserDetails>
export type UserRow = typeof users.$inferSelect

/** A user as the API returns it. */
export const User = z
  .object({
    uid: z.string(),
    name: z.string(),
    avatar: z.string().optional(),
    link: z.string().optional(),
    status: z.string().describe('Always `offline`: presence is not tracked.'),
    role: z.string(),
    lastActiveAt: z.int().optional().describe('Unix seconds, as all times of the platform are.'),
    createdAt: z.int(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    tags: z.array(z.string()).optional(),
  })
  .meta({ id: 'PlatformUser' })

const { metadata: _metadata, tags: _tags, ...face } = getTableColumns(users)

/** The columns of a user that are shown with messages. */
export const USER_FACE = face
export type UserFace = Omit<UserRow, 'metadata' | 'tags'>

export function toUser(row: UserFace & Partial<UserRow>): z.output<typeof User> {
  const { uid, name, avatar, link, role, lastActiveAt, metadata, tags } = row
  return {
    uid,
    name,
    ...(avatar && { avatar }),
    ...(link && { link }),
    status: 'offline',
    role: role ?? 'default',
    ...(lastActiveAt !== null && { lastActiveAt }),
    createdAt: row.createdAt ?? row.recordedAt,
    ...(metadata && { metadata }),
    ...(tags && { tags: [...tags] }),
  }
}

/** A user as other users see it, without metadata and tags, which are for servers. */
export function toPublicUser({ metadata: _, tags: __, ...face }: UserRow): z.output<typeof User> {
  return toUser(face)
}

/** The row of a new user. */
export function toUserRow(details: UserDetails, seconds: number): UserRow {
  const { uid, name, avatar, link, role, createdAt, lastActiveAt, metadata, tags } = details
  return {
    uid,
    name,
    avatar: avatar ?? null,
    link: link ?? null,
    role: role ?? null,
    lastActiveAt: lastActiveAt ?? null,
    metadata: metadata ?? null,
    tags: tags ?? null,
    createdAt: createdAt ?? null,
    recordedAt: seconds,
    updatedAt: seconds,
  }
}
