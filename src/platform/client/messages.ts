import * as z from 'zod'
import type { Ask } from './ask.ts'
import { type CallOptions, checked } from './options.ts'

const NewMessage = z.strictObject({
  /** A uid or a guid. */
  receiver: z.string().min(1),
  receiverType: z.enum(['user', 'group']),
  category: z.enum(['message', 'custom']).optional(),
  type: z.string().min(1).optional(),
  data: z.looseObject({ text: z.string().optional() }),
  /** The sender's own id for it: sent twice, it is one message. */
  muid: z.string().min(1).optional(),
  parentId: z.union([z.string(), z.int()]).optional(),
  tags: z.array(z.string()).optional(),
})

const Message = z.looseObject({
  id: z.coerce.string(),
  muid: z.string().optional(),
  conversationId: z.string().optional(),
  sender: z.string().optional(),
  receiver: z.string().optional(),
  receiverType: z.string().optional(),
  category: z.string().optional(),
  type: z.string().optional(),
  data: z.looseObject({}).optional(),
  sentAt: z.number().optional(),
})

export type NewMessage = z.input<typeof NewMessage>
export type Message = z.output<typeof Message>

const Answer = z.object({ data: Message })

export function messages(ask: Ask) {
  return {
    /**
     * Sends a message in the name of `onBehalfOf`. A call whose answer is lost is made again only
     * with a `muid`, as without one it might be two messages.
     */
    async sendMessage(message: NewMessage, options: CallOptions): Promise<Message> {
      const body = { category: 'message', type: 'text', ...checked(NewMessage, message) }
      const repeatable = body.muid !== undefined
      const question = { ...options, method: 'POST', path: '/v3/messages', body } as const
      return (await ask({ ...question, schema: Answer, repeatable })).data
    },
  }
}
