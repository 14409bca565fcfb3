import * as z from 'zod'
import { Id, small, Tags, Text, WebAddress } from '../field.ts'
import type { messages } from '../storage/schema.ts'
import { Answer } from './answer.ts'
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
    // What we say of a message is not the sender's to say.
    .transform(({ entities: _1, reactions: _2, answer: _3, notice: _4, ...data }) => data),
  MAX_DATA_BYTES,
)

/** The type of a custom message that hands back what an action came to: it has its own address. */
export const TOOL_RESULT = 'tool-result'

/** A message as it is sent. */
export const SentMessage = z
  .object({
    receiver: Id.describe('The uid or the guid of who is to read it.'),
    receiverType: z.enum(['user', 'group']),
    category: z.enum(['message', 'custom']).default('message'),
    type: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'may have letters, digits, `_`, `.` and `-` alone')
      .default('text')
      .describe('text, image, file, audio or video; of a custom message, whatever you like.'),
    data: Data,
    muid: Text.min(1)
      .max(100)
      .nullish()
      .describe("The sender's name for it: sent twice, it is one message."),
    tags: Tags.nullish(),
  })
  .superRefine(({ category, type, data }, context) => {
    const lack = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (category === 'custom') {
      if (type === TOOL_RESULT) lack(['type'], 'is handed back at /v3/messages/{id}/tool-results')
      if (!data.customData) lack(['data', 'customData'], 'is what a custom message is made of')
    } else if (type === 'text') {
      if (!data.text?.trim()) lack(['data', 'text'], 'is what a text message is made of')
      if (mentionsIn(data.text ?? '').length > MAX_MENTIONS) {
        lack(['data', 'text'], `may mention at most ${MAX_MENTIONS} users`)
      }
    } else if (!FILES.includes(type)) {
      lack(['type'], `must be text, ${FILES.join(', ')}`)
    } else if (!data.attachments?.length) {
      lack(['data', 'attachments'], `are what a message of the type ${type} is made of`)
    }
  })

/** What may be changed of a message that was sent. */
export const MessageEdit = z.object({
  data: Data.describe('Replaces the whole of what was sent.'),
  tags: Tags.nullish().describe('Replaces the tags; absent, they stay.'),
})

export type SentMessage = z.output<typeof SentMessage>
export type MessageRow = typeof messages.$inferSelect

const Entity = z.object({
  entity: z.looseObject({ name: z.string() }).describe('The user, or the group.'),
  entityType: z.enum(['user', 'group']),
})

/** What a notice says beside its text. */
export const Notice = z.object({
  code: z.enum(['disabled', 'not-a-member']).describe('Why the agent will not answer.'),
  agent: z.string().describe('The uid of the agent.'),
  replyTo: z.string().describe('The id of the message that is not answered.'),
})

/** A message as the API returns it. */
export const Message = z
  .object({
    id: z.string(),
    muid: z.string().optional(),
    conversationId: z.string().describe('group_<guid>, or <uid>_user_<uid>.'),
    sender: z.string(),
    receiver: z.string(),
    receiverType: z.enum(['user', 'group']),
    category: z.string().describe('message or custom; action where the platform itself says it.'),
    type: z.string(),
    data: z.looseObject({
      text: z.string().optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
      answer: Answer.optional().describe('Of an agent: how its answer went.'),
      notice: Notice.optional().describe('Of a message of category action and type notice.'),
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
    runId: z.string().optional().describe("Of an agent's answer: the run that wrote it."),
    threadId: z.string().optional(),
    visibleTo: z.string().optional().describe('Of a notice: the only user who sees it.'),
    sentAt: z.int(),
    updatedAt: z.int(),
    editedAt: z.int().optional(),
    deletedAt: z
      .int()
      .optional()
      .describe('A deleted message keeps its id and place, and no data.'),
  })
  .meta({ id: 'PlatformMessage' })
