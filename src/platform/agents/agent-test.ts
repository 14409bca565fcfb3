import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { toSeconds } from '../../core/instant.ts'
import type { FrontendTool } from '../../core/run.ts'
import type { GuardedFetch } from '../../core/upstream/guarded-fetch.ts'
import type { Database } from '../../storage/database.ts'
import { agents } from '../../storage/schema.ts'
import { AGENT_KINDS } from '../agent-kinds.ts'
import { check } from '../check.ts'
import { askAgent, type DeliveryDeps } from '../delivery/ask-agent.ts'
import { collectAnswer } from '../delivery/collect-answer.ts'
import { maskSecrets } from '../delivery/mask-secrets.ts'
import type { RegisteredAgent } from '../delivery/run-input.ts'
import { wireOf } from '../delivery/wire-of.ts'
import { Id } from '../field.ts'
import type { Store } from '../store.ts'
import { offeredTo } from './actions.ts'
import {
  AgentChange,
  AgentDetails,
  type AgentRow,
  agentByUid,
  findAgent,
  integrationOf,
} from './agent.ts'
import { kindOfAnswer } from './known-kinds.ts'
import {
  checkRegistration,
  type Registration,
  type RegistrationDeps,
  registrationOf,
} from './registration.ts'
import { Verdict, verdictOf } from './verdict.ts'

// The test of an agent: calls it once, and says what it answered, what keeps it from answering and what
// to do next. The verdict on an agent as it is registered is stored with it.

/** Shorter than in a chat: the caller waits for the result. */
const LIMITS = { firstByteMs: 30_000, idleMs: 30_000, totalMs: 60_000 }
const MAX_TEXT_LENGTH = 4_000
const MAX_FRAMES = 100
const MAX_FRAME_LENGTH = 1_000
const MAX_BEGINNING_BYTES = 2_000

const { integrateWith, integrationMeta, tools, actions } = AgentDetails.shape

/** An agent that is not registered, with all that is needed to call it. */
export const UnregisteredAgentTest = z.object({
  integrateWith,
  integrationMeta,
  tools,
  actions,
  question: z.string().trim().min(1).max(4000).default('Hello! What can you do for me?'),
})

/** A registered agent. Fields that are given are tried instead of the registered ones. */
export const RegisteredAgentTest = UnregisteredAgentTest.extend({
  uid: Id,
  integrationMeta: AgentChange.shape.integrationMeta,
}).partial({ integrateWith: true })

const Failure = z.object({
  code: z.string(),
  message: z.string().describe('For the user who waits for the answer.'),
  detail: z.string().describe('For the maintainer of the agent.'),
  agentMessage: z.string().optional().describe("The agent's own error message."),
})

export const AgentTestResult = z
  .object({
    verdict: Verdict.describe(
      'What the test comes to. Stored with the agent if it is registered so.',
    ),
    status: z.int().optional().describe('Of the response. Absent if there was none.'),
    durationMs: z.int(),
    text: z.string().describe(`The text of the answer, up to ${MAX_TEXT_LENGTH} characters.`),
    toolCalls: z.array(
      z.object({
        toolCallId: z.string(),
        toolName: z.string(),
        fault: z.string().nullable(),
        isUnclosed: z.literal(true).optional().describe('The agent never closed the call.'),
      }),
    ),
    failure: Failure.nullable(),
    looksLike: z
      .enum(AGENT_KINDS)
      .optional()
      .describe('A kind of agent whose format the response has, if it is not that of this one.'),
    frames: z
      .array(z.string())
      .describe(
        `The response as it arrived, event by event: ${MAX_FRAMES} at most, each cut to ` +
          `${MAX_FRAME_LENGTH} characters.`,
      ),
  })
  .meta({ id: 'PlatformAgentTest' })

interface TestDeps extends RegistrationDeps, Pick<Store, 'now'>, Pick<DeliveryDeps, 'log'> {
  agentFetch: GuardedFetch
}

/**
 * Tests an agent: a registered one by its uid, with changes if any are given, or an unregistered one.
 *
 * @throws PlatformError `ERR_AGENT_NOT_FOUND`, `ERR_BAD_REQUEST`, `ERR_NOT_CONFIGURED`.
 */
export async function testAgent(
  body: unknown,
  deps: TestDeps,
  signal: AbortSignal,
): Promise<z.output<typeof AgentTestResult>> {
  const row = await findRegistered(body, deps.database)
  const { question, ...given } = check(row ? RegisteredAgentTest : UnregisteredAgentTest, body)
  const isChanged = Object.entries(given).some(([name, value]) => name !== 'uid' && value)
  const registration =
    row && !isChanged
      ? await registrationOf(row, deps.dataKey)
      : await checkRegistration(given, deps, row)
  const { offered } = await offeredTo(deps.database, registration)
  const answer = await askOnce(registration, question, offered, deps, signal)

  const { status, text, toolCalls, failure, agentMessage, frames, durationMs, beginning } = answer
  // A wire may pass over what it does not know.
  const isMissed = failure !== undefined || (text === '' && toolCalls.length === 0)
  const format = isMissed ? kindOfAnswer(beginning) : undefined
  const isOther = format && wireOf(format) !== wireOf(registration.integrateWith)
  const looksLike = isOther ? format : undefined
  const found = verdictOf({ ...registration, ...answer, offered, looksLike })
  const verdict = { ...found, testedAt: toSeconds(deps.now()) }
  const hasHeaders = Object.keys(given.integrationMeta?.headers ?? {}).length > 0
  if (row && !hasHeaders && isStored(registration, row))
    await storeVerdict(verdict, row, deps.database)
  return {
    verdict,
    status,
    durationMs,
    text: beginningOf(text, MAX_TEXT_LENGTH),
    toolCalls: toolCalls.map(({ toolCallId, toolName, fault = null, isUnclosed }) => {
      return { toolCallId, toolName, fault, isUnclosed }
    }),
    failure: failure ? { ...Failure.parse(failure), agentMessage } : null,
    looksLike,
    frames,
  }
}

/** Unless the agent was changed during the test. */
async function storeVerdict(
  lastTest: z.output<typeof Verdict>,
  { uid, updatedAt }: AgentRow,
  database: Database,
) {
  const isTested = and(eq(agents.uid, uid), eq(agents.updatedAt, updatedAt))
  await database.update(agents).set({ lastTest }).where(isTested)
}

/** Undefined for an agent to try before it is registered, under a uid or none. */
async function findRegistered(body: unknown, database: Database): Promise<AgentRow | undefined> {
  if (typeof body !== 'object' || body === null || !('uid' in body)) return undefined
  const { uid } = check(z.object({ uid: Id }), body)
  return 'integrationMeta' in body ? agentByUid(database, uid) : findAgent(database, uid)
}

/** Whether an agent was called as it is stored, if no headers were sent along. */
function isStored({ integrateWith, url, agentId, tools, actions }: Registration, row: AgentRow) {
  const stored = integrationOf(row)
  const before = [row.integrateWith, stored.baseUrl, stored.agentId, row.tools, row.actions]
  return JSON.stringify([integrateWith, url, agentId, tools, actions]) === JSON.stringify(before)
}

async function askOnce(
  registration: RegisteredAgent,
  question: string,
  offered: readonly FrontendTool[],
  { agentFetch, log }: TestDeps,
  signal: AbortSignal,
) {
  const { fetch, seen } = observed(agentFetch)
  const mask = maskSecrets(registration.headers)
  const collected = collectAnswer()
  const frames: string[] = []
  let agentMessage: string | undefined
  const deps: DeliveryDeps = {
    fetch,
    log,
    limits: LIMITS,
    onAgentMessage: (text) => {
      agentMessage = text
    },
    onFrame: (text) => {
      if (frames.length < MAX_FRAMES) frames.push(beginningOf(mask(text), MAX_FRAME_LENGTH))
    },
  }
  const [threadId, runId, id] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const messages = [{ id, role: 'user' as const, content: question, toolCalls: [] }]
  const input = { threadId, runId, messages, frontendTools: { read: offered } }
  const startedMs = performance.now()
  for await (const event of askAgent(registration, input, deps, signal)) collected.take(event)
  const durationMs = Math.round(performance.now() - startedMs)
  const { text, toolCalls, ...answer } = collected.answer()
  return {
    ...{ ...answer, ...seen(), agentMessage, frames, durationMs },
    text: mask(text),
    toolCalls: toolCalls.map((call) => {
      return { ...call, toolCallId: mask(call.toolCallId), toolName: mask(call.toolName) }
    }),
  }
}

function beginningOf(text: string, maxCharacters: number) {
  return text.slice(0, maxCharacters).toWellFormed()
}

/** Wraps a fetch function to record the status, and what comes first of the body. */
function observed(agentFetch: GuardedFetch) {
  let status: number | undefined
  let beginning = ''

  const fetch: GuardedFetch = async (url, request) => {
    const response = await agentFetch(url, request)
    status = response.status
    // Not spread: the response of a runtime has getters.
    const { headers, body } = response
    if (!body) return { status, headers, body }
    // Read ahead: a response of the wrong content type is not read at all.
    const chunks = body[Symbol.asyncIterator]()
    const first = await chunks.next()
    if (!first.done) {
      beginning = new TextDecoder().decode(first.value.subarray(0, MAX_BEGINNING_BYTES))
    }
    return { status, headers, body: continued(first, chunks) }
  }
  return { fetch, seen: () => ({ status, beginning }) }
}

async function* continued(
  first: IteratorResult<Uint8Array>,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value
  } finally {
    await chunks.return?.()
  }
}
