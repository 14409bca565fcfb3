import * as z from 'zod'
import type { Database } from '../../storage/database.ts'
import { offeredTo } from '../action/actions.ts'
import type { AgentFetch } from '../delivery/agent-fetch.ts'
import { askAgent, type DeliveryDeps } from '../delivery/ask-agent.ts'
import { collectAnswer } from '../delivery/collect-answer.ts'
import type { Failed } from '../delivery/delivery-event.ts'
import { maskValues } from '../delivery/mask-secrets.ts'
import type { RegisteredAgent } from '../delivery/run-input.ts'
import { Check, checksOf } from './checks.ts'

/** Shorter than in a chat: the caller waits for the result. */
const LIMITS = { firstByteMs: 30_000, idleMs: 30_000, totalMs: 60_000 }
const MAX_TEXT_LENGTH = 4_000
const MAX_FRAMES = 100
const MAX_FRAME_LENGTH = 1_000

/** The result of testing an agent. */
export const Trial = z
  .object({
    isReachable: z.boolean(),
    status: z.int().optional().describe('The HTTP status of the response.'),
    firstByteMs: z.int().optional(),
    durationMs: z.int(),
    events: z.object({ textDeltas: z.int(), toolCalls: z.int(), toolResults: z.int() }),
    text: z.string().describe(`The text of the answer, up to ${MAX_TEXT_LENGTH} characters.`),
    toolCalls: z.array(
      z.object({
        toolCallId: z.string(),
        name: z.string(),
        fault: z.string().nullable(),
        isUnclosed: z.literal(true).optional().describe('The agent never closed the call.'),
      }),
    ),
    failure: z
      .object({
        code: z.string(),
        message: z.string().describe('For the user who waits for the answer.'),
        detail: z.string().describe('For the maintainer of the agent.'),
        agentMessage: z.string().optional().describe("The agent's own error message."),
      })
      .nullable(),
    frames: z
      .array(z.string())
      .describe(
        `The response as it arrived, event by event: ${MAX_FRAMES} at most, each cut to ` +
          `${MAX_FRAME_LENGTH} characters.`,
      ),
    checks: z.array(Check).describe('What was checked, to find out why the agent does not answer.'),
  })
  .meta({ id: 'PlatformAgentTrial' })

interface TrialInput {
  agent: RegisteredAgent
  tools: readonly string[]
  actions: readonly string[]
  /** For a registered agent: whether it is enabled. */
  isActive?: boolean
  question: string
}

interface TryDeps extends Pick<DeliveryDeps, 'log'> {
  database: Database
  agentFetch: AgentFetch
}

/** Calls an agent once and returns what it answered. Nothing is stored. */
export async function tryAgent(
  { agent, question, isActive, ...given }: TrialInput,
  { database, agentFetch, log }: TryDeps,
  signal: AbortSignal,
): Promise<z.output<typeof Trial>> {
  const { offered } = await offeredTo(database, given)
  const { fetch, seen } = observed(agentFetch)
  const messages = [{ id: crypto.randomUUID(), role: 'user' as const, content: question }]
  const ids = { threadId: crypto.randomUUID(), runId: crypto.randomUUID() }
  const frames: string[] = []
  let agentMessage: string | undefined
  const deps: DeliveryDeps = {
    fetch,
    log,
    limits: LIMITS,
    maskOf: maskValues,
    onAgentMessage: (text) => {
      agentMessage = text
    },
    onFrame: (text) => {
      if (frames.length < MAX_FRAMES) frames.push(beginningOf(text, MAX_FRAME_LENGTH))
    },
  }

  const collected = collectAnswer()
  let textDeltas = 0
  const startedMs = performance.now()
  for await (const event of askAgent(agent, { ...ids, messages, tools: offered }, deps, signal)) {
    if (event.type === 'text-delta') textDeltas += 1
    collected.take(event)
  }
  const durationMs = Math.round(performance.now() - startedMs)

  const { text, toolCalls, toolResults, failure } = collected.answer()
  const { status, firstByteMs } = seen()
  const checked = { agent, given, offered, ...(isActive !== undefined && { isActive }) }
  return {
    isReachable: status !== undefined,
    ...(status !== undefined && { status }),
    ...(firstByteMs !== undefined && { firstByteMs }),
    durationMs,
    events: { textDeltas, toolCalls: toolCalls.length, toolResults: toolResults.length },
    text: beginningOf(text, MAX_TEXT_LENGTH),
    toolCalls: toolCalls.map(({ toolCallId, toolName: name, fault, isUnclosed }) => {
      return { toolCallId, name, fault, ...(isUnclosed && { isUnclosed }) }
    }),
    failure: failure ? { ...pick(failure), ...(agentMessage && { agentMessage }) } : null,
    frames,
    checks: checksOf(checked, { status, failure, toolCalls, toolResults, hasText: text !== '' }),
  }
}

function beginningOf(text: string, maxCharacters: number) {
  return text.slice(0, maxCharacters).toWellFormed()
}

function pick({ code, message, detail }: Failed) {
  return { code, message, detail }
}

/** Wraps a fetch function to record the status and the time of the first byte. */
function observed(agentFetch: AgentFetch) {
  let status: number | undefined
  let firstByteMs: number | undefined

  const fetch: AgentFetch = async (url, request) => {
    const startedMs = performance.now()
    const response = await agentFetch(url, request)
    status = response.status
    async function* timed(body: AsyncIterable<Uint8Array>) {
      for await (const chunk of body) {
        firstByteMs ??= Math.round(performance.now() - startedMs)
        yield chunk
      }
    }
    const { headers, body } = response
    return { status, headers, body: body && timed(body) }
  }
  return { fetch, seen: () => ({ status, firstByteMs }) }
}
