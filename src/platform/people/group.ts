import { getTableColumns } from 'drizzle-orm'
import * as z from 'zod'
import { groups } from '../../storage/schema.ts'
import { Id, Metadata, Name, Seconds, shown, Tags, Text, WebAddress } from '../field.ts'

/** A group to create, or to update with an import. */
export const GroupDetails = z.object({
  guid: Id,
  name: Name,
  type: z.enum(['public', 'password', 'private']),
  password: z
    .string()
    .max(100)
    .nullish()
    .describe('Accepted but not stored: groups cannot be joined by password.'),
  icon: WebAddress.nullish(),
  description: Text.max(255).nullish(),
  owner: Id.nullish(),
  createdAt: Seconds.nullish(),
  metadata: Metadata.nullish(),
  tags: Tags.nullish(),
})

export type GroupRow = typeof groups.$inferSelect
export type NewGroupRow = typeof groups.$inferInsert

/** A group as the API returns it. */
export const Group = z
  .object({
    guid: z.string(),
    name: z.string(),
    type: z.enum(['public', 'password', 'private']),
    icon: z.string().optional(),
    description: z.string().optional(),
    owner: z.string().optional(),
    createdAt: z.int(),
    metadata: z.record(z.string(), z.unknown()).optional(),
    tags: z.array(z.string()).optional(),
  })
  .meta({ id: 'PlatformGroup' })

const { metadata: _metadata, tags: _tags, ...face } = getTableColumns(groups)

/** The columns of a group that are shown with its messages. */
export const GROUP_FACE = face
export type GroupFace = Omit<GroupRow, 'metadata' | 'tags'>

export function toGroup(row: GroupFace & Partial<GroupRow>): z.output<typeof Group> {
  return shown(Group, { ...row, createdAt: row.createdAt ?? row.recordedAt })
}

/** A group as those see it who are not in it. */
export function toPublicGroup({
  metadata: _,
  tags: __,
  ...face
}: GroupRow): z.output<typeof Group> {
  return toGroup(face)
}

/** The row of a new group. */
export function toGroupRow(
  { password: _, ...details }: z.output<typeof GroupDetails>,
  seconds: number,
): NewGroupRow {
  return { ...details, recordedAt: seconds, updatedAt: seconds }
}
