/** An agent as its registration describes it. */
export interface RegisteredAgent {
  /** One of `AGENT_KINDS`: it says which wire the agent speaks. */
  integrateWith: string
  /** The Deployment URL. It is called as it is given, with its whole path. */
  url: string
  agentId: string
  /** Sent with every call. They may hold a secret, so they appear in no event and in no log. */
  headers: Readonly<Record<string, string>>
}

export interface QuestionToolCall {
  id: string
  name: string
  /** The arguments as JSON text. */
  args: string
}

export interface QuestionMessage {
  id: string
  role: 'user' | 'assistant' | 'system' | 'tool'
  content: string
  toolCalls?: readonly QuestionToolCall[]
  /** On a `tool` message: the call that it answers. */
  toolCallId?: string
}

/** A frontend action, handed to the agent as a tool. */
export interface FrontendAction {
  name: string
  displayName?: string
  executionText?: string
  description: string
  /** A JSON Schema object. */
  parameters: Readonly<Record<string, unknown>>
}

/** What one run asks: the conversation, oldest first, and the actions that the agent may call. */
export interface AgentQuestion {
  threadId: string
  runId: string
  /** Whom it is asked of and what it answers, where that is a chat: for the log alone. */
  asked?: { uid: string; messageId: string }
  messages: readonly QuestionMessage[]
  tools: readonly FrontendAction[]
}
