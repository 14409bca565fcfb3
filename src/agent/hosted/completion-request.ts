import type {
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3ToolCallPart,
  LanguageModelV3ToolResultOutput,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider'

/** The key of what the host wants back: fields of its message and of its calls, as it wrote them. */
export const HOST_FIELDS = 'hostFields'

/** Mistral's models reject a user directly after a tool, where the user went on without an answer. */
const GO_ON = { role: 'assistant', content: 'OK.' }

/** The body of a request for a chat completion. */
export function completionRequest(
  model: string,
  { prompt, tools = [], toolChoice }: LanguageModelV3CallOptions,
) {
  return {
    model,
    messages: prompt.flatMap((message, at) => [
      ...(message.role === 'user' && prompt[at - 1]?.role === 'tool' ? [GO_ON] : []),
      ...toWireMessages(message),
    ]),
    stream: true,
    ...(tools.length > 0 && {
      tools: tools.flatMap((tool) => (tool.type === 'function' ? [toWireTool(tool)] : [])),
      tool_choice:
        toolChoice?.type === 'tool'
          ? { type: 'function', function: { name: toolChoice.toolName } }
          : toolChoice?.type,
    }),
  }
}

function toWireMessages(message: LanguageModelV3Message): object[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user':
      return [{ role: 'user', content: joinedText(message.content) }]
    case 'assistant': {
      const text = joinedText(message.content)
      const calls = message.content.filter((part) => part.type === 'tool-call')
      const fields = hostFields(message.providerOptions)
      if (calls.length === 0) return [{ role: 'assistant', content: text, ...fields }]
      const tool_calls = calls.map(toWireCall)
      return [{ role: 'assistant', content: text || null, tool_calls, ...fields }]
    }
    case 'tool':
      return message.content.flatMap((part) => {
        if (part.type !== 'tool-result') return []
        const { toolCallId: tool_call_id, output } = part
        return [{ role: 'tool', tool_call_id, content: outputText(output) }]
      })
  }
}

function joinedText(content: readonly { type: string; text?: unknown }[]): string {
  return content.map(({ type, text }) => (type === 'text' ? text : '')).join('')
}

function toWireCall({ toolCallId, toolName, input, providerOptions }: LanguageModelV3ToolCallPart) {
  return {
    id: toolCallId,
    type: 'function',
    function: { name: toolName, arguments: JSON.stringify(input) },
    ...hostFields(providerOptions),
  }
}

function outputText(output: LanguageModelV3ToolResultOutput): string {
  if (output.type === 'execution-denied') return output.reason ?? 'It was not allowed.'
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value)
}

function toWireTool({ name, description, inputSchema }: LanguageModelV3FunctionTool) {
  return { type: 'function', function: { name, description, parameters: inputSchema } }
}

function hostFields(options: SharedV3ProviderOptions = {}) {
  return options[HOST_FIELDS]
}
