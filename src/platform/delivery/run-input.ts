import type { RunInput } from '../../core/run.ts'

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

/** A run, and the chat that it belongs to, if any. */
export interface AgentQuestion extends RunInput {
  /** The agent and the message it answers. Only logged. */
  chat?: { uid: string; messageId: string }
}
