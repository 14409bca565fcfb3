import { getTableColumns } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '../../storage/schema.ts'
import { Id, Metadata, Name, Seconds, shown, Tags, Text, WebAddress } from '../field.ts'

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

export type UserRow = typeof users.$inferSelect
export type NewUserRow = typeof users.$inferInsert

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

/** The columns that other users see, without metadata and tags, which are for servers. */
export const USER_FACE = face
export type UserFace = Omit<UserRow, 'metadata' | 'tags'>

export function toUser(row: UserFace & Partial<UserRow>): z.output<typeof User> {
  const createdAt = row.createdAt ?? row.recordedAt
  return shown(User, { ...row, status: 'offline', role: row.role ?? 'default', createdAt })
}

/** A user as other users see it. */
export function toPublicUser({ metadata: _, tags: __, ...face }: UserRow): z.output<typeof User> {
  return toUser(face)
}
