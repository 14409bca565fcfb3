/** An agent as its registration describes it. */
export interface RegisteredAgent {
  /** One of `AGENT_KINDS`, which decides the wire that the agent is called over. */
  integrateWith: string
  /** The Deployment URL. It is called as it is, including its path. */
  url: string
  agentId: string
  /** Sent with every call. They may contain secrets, so they never appear in an event or a log. */
  headers: Readonly<Record<string, string>>
}

export interface RunToolCall {
  toolCallId: string
  toolName: string
  input: Readonly<Record<string, unknown>>
}

export interface RunMessage {
  id: string
  role: 'user' | 'assistant' | 'system' | 'tool'
  content: string
  toolCalls?: readonly RunToolCall[]
  /** For a `tool` message: the call it is the result of. */
  toolCallId?: string
}

/** A frontend action, offered to the agent as a tool. */
export interface FrontendAction {
  name: string
  displayName?: string
  executionText?: string
  description: string
  /** A JSON Schema object. */
  parameters: Readonly<Record<string, unknown>>
}

/** The input of one run: the conversation, oldest first, and the actions the agent may call. */
export interface RunInput {
  threadId: string
  runId: string
  /** The agent and the message it answers, when the run belongs to a chat. Only logged. */
  chat?: { uid: string; messageId: string }
  messages: readonly RunMessage[]
  tools: readonly FrontendAction[]
}

/** The actions as agents are sent them, without the labels for users. */
export function toolDefinitions(tools: readonly FrontendAction[]) {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }))
}

/** Calls in the format of chat models. */
export function functionCalls(toolCalls: readonly RunToolCall[]) {
  return toolCalls.map(({ toolCallId: id, toolName: name, input }) => {
    return { id, type: 'function' as const, function: { name, arguments: JSON.stringify(input) } }
  })
}
