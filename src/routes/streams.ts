import type { Context } from 'hono'
import type { Access, StreamLimit } from '../access/access.ts'
import type { TokenBudget } from '../access/token-budget.ts'
import { type AgentDeps, runAgent } from '../agent/run-agent.ts'
import { expectedTokens } from '../agent/token-count.ts'
import { type CollectedRun, collectRun } from '../core/collect-run.ts'
import { asRecord } from '../core/json.ts'
import { NO_USAGE, type RunEvent, type RunInput } from '../core/run.ts'
import { accountsOf, streamAccountsOf } from '../http/caller.ts'
import type { Env } from '../http/env.ts'
import { addHeaders } from '../http/reply.ts'
import { streamResponse } from '../http/stream-response.ts'
import type { ReadableRun, ResumableRuns } from '../runs/resumable-runs.ts'
import type { StoredTurns } from '../runs/stored-turns.ts'
import type { AskedRun, Exchange } from '../wires/wire.ts'
import { admitAsker, askerOf } from './asker.ts'
import { openWireRun, withNumber } from './resumable-events.ts'

export interface WireDeps extends AgentDeps {
  access?: Access | undefined
  /** Counts open streams, where they are limited. */
  streamLimit?: StreamLimit | undefined
  /** Absent without a database, as are stored turns. */
  resumableRuns?: ResumableRuns | undefined
  storedTurns?: StoredTurns | undefined
  /** Absent if the tokens of a hosted model are not limited. */
  tokenBudget?: TokenBudget | undefined
}

/** How the events of a run are sent. */
interface Sending {
  headers: Readonly<Record<string, string>>
  keepAlive?: string | undefined
}

/** Runs the agent and streams what it does, until its reader leaves. */
export async function streamRun(
  c: Context<Env>,
  { headers, keepAlive }: Sending,
  exchange: Exchange,
  deps: WireDeps,
): Promise<Response> {
  const { budget, releaseStream } = await admitRun(c, exchange, deps)
  const run = new AbortController()
  return streamResponse({
    events: runOf(c, exchange, { ...deps, budget }, run.signal),
    encode: exchange.encode,
    signal: c.req.raw.signal,
    onCancel: () => run.abort(),
    onClosed: releaseStream,
    keepAlive,
    headers: streamHeaders(c, headers),
  })
}

/** The same for a run that continues without its reader, if there is room for it. */
export async function streamResumableRun(
  c: Context<Env>,
  wire: Sending,
  exchange: Exchange,
  deps: WireDeps,
) {
  const { resumableRuns } = deps
  if (!resumableRuns) return streamRun(c, wire, exchange, deps)
  const { budget, releaseStream } = await admitRun(c, exchange, deps)
  const run = new AbortController()
  const { headers, keepAlive } = wire
  const wireRun = runOf(c, exchange, { ...deps, budget }, run.signal)
  const { events, lost } = await openWireRun(wire, exchange, wireRun)
  const resumable = await resumableRuns.start({
    caller: c.get('caller')?.id,
    countedFor: accountsOf(c)[0]?.id ?? '',
    chatId: exchange.chatId,
    wire: { headers, keepAlive, lost },
    events,
    stop: () => run.abort(),
  })
  if (resumable) return streamEvents(c, resumable, { after: 0, releaseStream })
  return streamResponse({
    events,
    encode: (event) => event,
    signal: c.req.raw.signal,
    onCancel: () => run.abort(),
    onClosed: releaseStream,
    keepAlive,
    headers: streamHeaders(c, headers),
  })
}

interface Reader {
  /** The number of the last event that the reader has. */
  after: number
  /** Called when the stream has ended. */
  releaseStream: (() => void) | undefined
}

/** Streams the other events of a run. */
export async function streamEvents(
  c: Context<Env>,
  { runId, wire, hasMore, read }: ReadableRun,
  { after, releaseStream }: Reader,
): Promise<Response> {
  const headers = { ...streamHeaders(c, wire.headers), 'x-run-id': runId }
  if (!hasMore(after) || c.req.raw.method === 'HEAD') {
    releaseStream?.()
    // 204 also tells the EventSource of a browser not to come back.
    return new Response(null, { status: hasMore(after) ? 200 : 204, headers })
  }
  const reader = new AbortController()
  return streamResponse({
    events: read(after, reader.signal),
    encode: ({ event, number }) => withNumber(wire, event, number),
    signal: c.req.raw.signal,
    onCancel: () => reader.abort(),
    onClosed: releaseStream,
    keepAlive: wire.keepAlive,
    headers,
  })
}

function streamHeaders(c: Context<Env>, headers: Readonly<Record<string, string>>) {
  const closing = c.env?.outgoing?.shouldKeepAlive === false && { connection: 'close' }
  return { ...c.get('headers'), ...headers, ...closing }
}

function runOf(
  c: Context<Env>,
  { input, isAnswered = false, keep }: AskedRun,
  deps: WireDeps,
  signal: AbortSignal,
) {
  if (isAnswered) return emptyRun(input)
  const run = runAgent({ ...input, asker: askerOf(c), requestId: c.get('requestId') }, deps, signal)
  const stored = keep ? storedRun(run, keep) : run
  return deps.budget ? settledRun(stored, deps.budget) : stored
}

/** A run that gives back what was set aside for a call that it never made. */
async function* settledRun(
  run: AsyncGenerator<RunEvent>,
  { spend }: NonNullable<WireDeps['budget']>,
): AsyncGenerator<RunEvent> {
  try {
    yield* run
  } finally {
    await spend(0)
  }
}

/** Runs the agent to its end. */
export async function wholeRun(
  c: Context<Env>,
  answering: AskedRun,
  deps: WireDeps,
): Promise<CollectedRun> {
  const { budget, releaseStream } = await admitRun(c, answering, deps)
  try {
    const run = await collectRun(runOf(c, answering, { ...deps, budget }, c.req.raw.signal))
    if (budget) addHeaders(c, budget.headers())
    return run
  } finally {
    releaseStream?.()
  }
}

/** Counts a run as open, streamed or not, and sets tokens aside for it. */
async function admitRun(c: Context<Env>, answering: AskedRun, deps: WireDeps) {
  await admitAsker(c, deps.access)
  const releaseStream = await deps.streamLimit?.(streamAccountsOf(c))
  try {
    return { releaseStream, budget: await admitToBudget(c, answering, deps) }
  } catch (error) {
    releaseStream?.()
    throw error
  }
}

/**
 * The tokens of the hosted model for a run, if they are limited.
 *
 * @throws AppError `rate-limited` if they are spent and no other model answers
 */
async function admitToBudget(
  c: Context<Env>,
  { isAnswered, input }: AskedRun,
  { tokenBudget, fallback }: WireDeps,
) {
  if (!tokenBudget || isAnswered) return undefined
  const { error, ...budget } = await tokenBudget.admit(accountsOf(c), expectedTokens(input))
  addHeaders(c, budget.headers())
  if (error && !fallback) throw error
  return { ...budget, isSpent: error !== undefined }
}

/** A run whose answer is stored before it ends. A run that fails, or loses its reader, has no answer. */
async function* storedRun(
  run: AsyncGenerator<RunEvent>,
  keep: NonNullable<AskedRun['keep']>,
): AsyncGenerator<RunEvent> {
  let content = ''
  for await (const event of run) {
    if (event.type === 'text-delta') content += event.delta
    if (event.type === 'run-end') {
      const toolCalls = event.pendingToolCalls.map((call) => {
        return { ...call, input: asRecord(call.input) }
      })
      await keep({ role: 'assistant', content, toolCalls, toolCallId: undefined })
    }
    yield event
  }
}

async function* emptyRun({ threadId, runId }: RunInput): AsyncGenerator<RunEvent> {
  yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
  yield { type: 'run-end', finishReason: 'stop', usage: NO_USAGE, pendingToolCalls: [] }
}
