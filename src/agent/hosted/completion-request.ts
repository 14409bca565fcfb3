import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3ToolCallPart,
  LanguageModelV3ToolResultOutput,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider'
import { asRecord } from '../../core/json.ts'
import { HOST_FIELDS } from './host-fields.ts'
import { inStrictOrder } from './strict-order.ts'

/** The differences between hosts. */
export interface RequestForm {
  model: string
  nameOf(tool: string): string
  idOf(toolCallId: string): string
  /** Whether the host takes back the fields that it has put into its messages. */
  hasHostFields: boolean
  hasStreamOptions: boolean
}

/** The body of a request for a chat completion. */
export function completionRequest(
  { prompt, tools = [], toolChoice }: LanguageModelV3CallOptions,
  form: RequestForm,
) {
  return {
    model: form.model,
    messages: inStrictOrder(prompt).flatMap((message) => toWireMessages(message, form)),
    stream: true,
    // Without it, OpenAI counts no tokens.
    ...(form.hasStreamOptions && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && {
      tools: tools.flatMap((tool) => {
        if (tool.type !== 'function') return []
        const { name, description = '', inputSchema } = tool
        const { $schema: _, ...parameters } = inputSchema
        const described = description.trim() !== '' && { description }
        return { type: 'function', function: { name: form.nameOf(name), ...described, parameters } }
      }),
      tool_choice:
        toolChoice?.type === 'tool'
          ? { type: 'function', function: { name: form.nameOf(toolChoice.toolName) } }
          : toolChoice?.type,
    }),
  }
}

function toWireMessages(message: LanguageModelV3Message, form: RequestForm): object[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user':
      return [{ role: 'user', content: joinedText(message.content) }]
    case 'assistant': {
      const content = joinedText(message.content)
      const calls = message.content.filter((part) => part.type === 'tool-call')
      const fields = hostFields(message.providerOptions, form)
      if (calls.length === 0) return [{ ...fields, role: 'assistant', content }]
      const tool_calls = calls.map((call) => toWireCall(call, form))
      return [{ ...fields, role: 'assistant', content: content || null, tool_calls }]
    }
    case 'tool':
      return message.content.flatMap((part) => {
        if (part.type !== 'tool-result') return []
        const tool_call_id = form.idOf(part.toolCallId)
        return [{ role: 'tool', tool_call_id, content: outputText(part.output) }]
      })
  }
}

function joinedText(content: readonly { type: string; text?: unknown }[]): string {
  return content.map(({ type, text }) => (type === 'text' ? text : '')).join('')
}

function toWireCall(call: LanguageModelV3ToolCallPart, form: RequestForm) {
  const fields = hostFields(call.providerOptions, form)
  const name = form.nameOf(call.toolName)
  return {
    ...fields,
    id: form.idOf(call.toolCallId),
    type: 'function',
    function: { ...asRecord(fields.function), name, arguments: JSON.stringify(call.input) },
  }
}

function outputText(output: LanguageModelV3ToolResultOutput): string {
  if (output.type === 'execution-denied') return output.reason ?? 'It was not allowed.'
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value)
}

function hostFields(options: SharedV3ProviderOptions = {}, { hasHostFields }: RequestForm) {
  return hasHostFields ? asRecord(options[HOST_FIELDS]) : {}
}
