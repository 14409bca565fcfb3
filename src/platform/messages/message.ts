import * as z from 'zod'
import type { messages } from '../../storage/schema.ts'
import { Id, StoredText, small, Tags, WebAddress } from '../field.ts'
import { PlatformAnswer, TOOL_RESULT } from './answer.ts'
import { MAX_MENTIONS, mentionsIn } from './mentions.ts'

const MAX_DATA_BYTES = 10 * 1024
const FILES = ['image', 'file', 'audio', 'video']

const Data = small(
  z
    .looseObject({
      text: z.string().optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
      customData: z.record(z.string(), z.unknown()).optional(),
      attachments: z.array(z.looseObject({ url: WebAddress })).optional(),
    })
    // These fields are set by the platform, not by senders.
    .transform(({ entities: _1, reactions: _2, answer: _3, notice: _4, ...data }) => data),
  { maxBytes: MAX_DATA_BYTES },
)

/** A message to send. */
export const SentMessage = z
  .object({
    receiver: Id.describe('A uid or a guid.'),
    receiverType: z.enum(['user', 'group']),
    category: z.enum(['message', 'custom']).default('message'),
    type: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'may only contain letters, digits, `_`, `.` and `-`')
      .default('text')
      .describe('text, image, file, audio or video; any name for a custom message.'),
    data: Data,
    muid: StoredText.min(1)
      .max(100)
      .nullish()
      .describe("The sender's own id of the message. Sent twice, it is stored once."),
    tags: Tags.nullish(),
  })
  .superRefine(({ category, type, data }, context) => {
    const addIssue = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (category === 'custom') {
      if (type === TOOL_RESULT) addIssue(['type'], 'must be sent to /v3/messages/{id}/tool-results')
      if (!data.customData) addIssue(['data', 'customData'], 'is required for a custom message')
    } else if (type === 'text') {
      if (!data.text?.trim()) addIssue(['data', 'text'], 'is required for a text message')
      if (mentionsIn(data.text ?? '').length > MAX_MENTIONS) {
        addIssue(['data', 'text'], `may mention at most ${MAX_MENTIONS} users`)
      }
    } else if (!FILES.includes(type)) {
      addIssue(['type'], `must be one of text, ${FILES.join(', ')}`)
    } else if (!data.attachments?.length) {
      addIssue(['data', 'attachments'], `is required for a message of the type ${type}`)
    }
  })

export const MessageEdit = z.object({
  data: Data.describe('Replaces all of the data.'),
  tags: Tags.nullish().describe('Replaces the tags. By default they do not change.'),
})

export type SentMessage = z.output<typeof SentMessage>
export type MessageRow = typeof messages.$inferSelect

export function textOf({ data }: Pick<MessageRow, 'data'>): string {
  return typeof data.text === 'string' ? data.text : ''
}

const Entity = z.object({
  entity: z.looseObject({ name: z.string() }).describe('The user, or the group.'),
  entityType: z.enum(['user', 'group']),
})

/** The data of a notice, besides its text. */
export const PlatformNotice = z.object({
  code: z.enum(['disabled', 'not-a-member']).describe('Why the agent will not answer.'),
  agent: z.string().describe('The uid of the agent.'),
  replyTo: z.string().describe('The id of the message that is not answered.'),
})

/** A message as the API returns it. */
export const StoredMessage = z
  .object({
    id: z.string(),
    muid: z.string().optional(),
    conversationId: z.string().describe('group_<guid>, or <uid>_user_<uid>.'),
    sender: z.string(),
    receiver: z.string(),
    receiverType: z.enum(['user', 'group']),
    category: z.string().describe('message or custom; action for messages of the platform itself.'),
    type: z.string(),
    data: z.looseObject({
      text: z.string().optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
      answer: PlatformAnswer.optional().describe('Only in the answer of an agent.'),
      notice: PlatformNotice.optional().describe(
        'Only in a message of category action and type notice.',
      ),
      entities: z.object({ sender: Entity, receiver: Entity }),
      reactions: z
        .array(
          z.object({
            reaction: z.string(),
            count: z.int(),
            reactedByMe: z.literal(true).optional(),
          }),
        )
        .optional(),
    }),
    tags: z.array(z.string()).optional(),
    runId: z
      .string()
      .optional()
      .describe('Only for the answer of an agent: the run that wrote it.'),
    threadId: z.string().optional(),
    visibleTo: z.string().optional().describe('Only for a notice: the user who sees it.'),
    sentAt: z.int(),
    updatedAt: z.int(),
    editedAt: z.int().optional(),
    deletedAt: z
      .int()
      .optional()
      .describe('A deleted message keeps its id and position, but no data.'),
  })
  .meta({ id: 'PlatformMessage' })
