import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import * as z from 'zod'
import { followUps } from '../core/follow-ups.ts'
import type { Call } from './choose-tool.ts'
import { type Conversation, outcomesIn } from './dialogue/conversation.ts'

type Tool = NonNullable<LanguageModelV3CallOptions['tools']>[number]

const Texts = z.object({ type: z.literal('string') })

/** A list of texts, or of objects whose fields are texts. */
const TextList = z.object({
  type: z.literal('array'),
  items: z.union([Texts, z.object({ properties: z.record(z.string(), Texts) })]),
})

const Schema = z.object({ properties: z.record(z.string(), z.unknown()) })

/**
 * The call of a tool that a client requires for suggestions, as CopilotKit does after each answer: the
 * questions that may follow that answer fill its list of texts. Undefined if the tool has no such list.
 */
export function suggestionCall(tool: Tool, { answers }: Conversation): Call | undefined {
  const { properties = {} } =
    ('inputSchema' in tool && Schema.safeParse(tool.inputSchema).data) || {}
  const lists = Object.entries(properties).flatMap(([name, property]) => {
    const { data } = TextList.safeParse(property)
    return data ? [{ name, items: data.items }] : []
  })
  const [list] = lists
  if (!list) return undefined
  const { name, items } = list
  const results = outcomesIn(answers.at(-1) ?? []).map(({ toolName, result }) => ({
    toolName,
    result,
  }))
  const filled = followUps(results).map((question) => {
    if (!('properties' in items)) return question
    return Object.fromEntries(Object.keys(items.properties).map((field) => [field, question]))
  })
  return { toolName: tool.name, input: { [name]: filled } }
}
