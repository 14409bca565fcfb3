import type { Log } from '../../core/log.ts'
import { excerpt, printable } from '../../core/printable.ts'
import type { RunEvent } from '../../core/run.ts'
import type { GuardedFetch } from '../../core/upstream/guarded-fetch.ts'
import type { FrameReader } from '../../wires/event-table.ts'
import { createRunReader, type RunReader } from '../../wires/run-reader.ts'
import { WireError } from '../../wires/wire-error.ts'
import { callAgent } from './call-agent.ts'
import { DeliveryError } from './delivery-error.ts'
import type { DeliveryEvent } from './delivery-event.ts'
import { type Frame, readFrames } from './frames.ts'
import { maskSecrets } from './mask-secrets.ts'
import type { AgentQuestion, RegisteredAgent } from './run-input.ts'
import {
  DELIVERY_LIMITS,
  type DeliveryLimits,
  type RunTimeouts,
  startRunTimeouts,
} from './run-timeouts.ts'
import { wireOf } from './wire-of.ts'

export interface DeliveryDeps {
  fetch: GuardedFetch
  log: Log
  limits?: Partial<DeliveryLimits>
  /** Called with the agent's own error message, secrets masked. Not for users. */
  onAgentMessage?(text: string): void
  /** Called with each frame of the response. Not for users. */
  onFrame?(text: string): void
}

/**
 * Calls an agent at its Deployment URL and yields its events as they arrive. It never throws: the
 * last event is `run-end` or `run-error`, and the events before a failure remain valid.
 *
 * The run ends as `cancelled` when the signal aborts or the consumer stops iterating; both close
 * the connection.
 */
export async function* askAgent(
  agent: RegisteredAgent,
  input: AgentQuestion,
  deps: DeliveryDeps,
  signal?: AbortSignal,
): AsyncGenerator<DeliveryEvent, void, undefined> {
  const limits = { ...DELIVERY_LIMITS, ...deps.limits }
  const run = createRunReader(input, limits)
  run.start()
  yield* partsIn(run)
  const timeouts = startRunTimeouts(limits, signal)
  const record = startRecord(agent, input, deps.log)
  let error: DeliveryError | undefined = new DeliveryError('cancelled', 'the client disconnected')
  let end: RunEvent<'run-end'> | undefined

  try {
    for await (const event of answerEvents({ ...deps, agent, input, run, limits, timeouts })) {
      if (event.type === 'run-error') throw reportedError(event)
      if (event.type === 'run-end') end = event
      else yield event
    }
    error = undefined
  } catch (thrown) {
    error = DeliveryError.from(timeouts.signal.aborted ? timeouts.signal.reason : thrown)
  } finally {
    timeouts.stop()
    const agentMessage =
      error?.agentMessage && shown(maskSecrets(agent.headers)(error.agentMessage))
    if (agentMessage) deps.onAgentMessage?.(agentMessage)
    record(error, { ...run.counts(), agentMessage })
  }

  if (end && !error) return yield end
  const { code, message, detail } = DeliveryError.from(error)
  run.breakOff()
  yield* partsIn(run)
  yield { type: 'run-error', code, message, detail }
}

/** What there is of a run that does not end by itself. */
function* partsIn(run: RunReader) {
  for (const event of run.take()) {
    if (event.type !== 'run-end' && event.type !== 'run-error') yield event
  }
}

const MAX_AGENT_MESSAGE = 2_000
/** How long an answer that has arrived may keep others waiting. */
const MAX_TURN_MS = 10

/** On one line, and not too long for a log. */
function shown(text: string) {
  return excerpt(printable(text), MAX_AGENT_MESSAGE)
}

/** What an agent says of a failure is only for its maintainer. */
function reportedError({ code, message }: RunEvent<'run-error'>) {
  if (code === 'cancelled') return new DeliveryError('cut-short', 'the agent cancelled the run')
  return new DeliveryError('agent-failed', 'the agent sent an error', { agentMessage: message })
}

interface Asking extends Pick<DeliveryDeps, 'fetch' | 'onFrame'> {
  agent: RegisteredAgent
  input: AgentQuestion
  run: RunReader
  limits: DeliveryLimits
  timeouts: RunTimeouts
}

/** The events of the agent, up to the end of the run. */
async function* answerEvents(asking: Asking): AsyncGenerator<RunEvent> {
  const { agent, input, run, fetch, limits, timeouts, onFrame } = asking
  const wire = wireOf(agent.integrateWith)
  const { body, framing, mediaType } = await callAgent({ agent, input, wire, fetch, timeouts })
  const read = wire.decode(run)
  const response = readFrames({ body, framing, limits, timeouts })
  let hasFrames = false
  let isKnown = false
  for await (const frame of inTurns(response)) {
    hasFrames = true
    onFrame?.(frame.text)
    const events = readFrame(frame, read)
    isKnown ||= events !== undefined
    const end = events?.at(-1)
    // Let the agent finish: closing the connection now could abort its cleanup.
    if (end?.type === 'run-end') await timeouts.drain(toEnd(response))
    yield* events ?? []
    if (end?.type === 'run-end') return
  }
  if (hasFrames && !isKnown) throw new DeliveryError('malformed', foreign(mediaType))
  throw new DeliveryError('cut-short', 'the response ended without an event that finishes the run')
}

/** The frames of a response. When a turn of the event loop takes too long, other work goes first. */
async function* inTurns(response: AsyncIterable<Iterable<Frame>>): AsyncGenerator<Frame> {
  const pause = turns()
  for await (const frames of response) {
    // Also for chunks without a frame, such as blank lines.
    await pause()
    for (const frame of frames) {
      await pause()
      yield frame
    }
  }
}

/** The address may be that of another wire of the same agent. */
function foreign(mediaType: string) {
  const ofType = mediaType ? `its content type is ${mediaType}` : 'it has no content type'
  return `nothing in the response has the format of this provider, and ${ofType}: another may be meant`
}

/** Called between steps, lets other work go first when a turn of the event loop takes too long. */
function turns() {
  // `setImmediate` does not wait for a millisecond as a timer does.
  const schedule = globalThis.setImmediate ?? globalThis.setTimeout
  let startedMs = performance.now()
  return async () => {
    if (performance.now() - startedMs <= MAX_TURN_MS) return
    await new Promise<void>((resolve) => schedule(() => resolve()))
    startedMs = performance.now()
  }
}

async function toEnd(response: AsyncIterator<unknown>) {
  while (!(await response.next()).done);
}

function readFrame({ text, isTruncated }: Frame, read: FrameReader) {
  try {
    return read(text)
  } catch (error) {
    // A truncated frame means that the response was cut short, not that it was malformed.
    if (isTruncated && error instanceof WireError && error.code === 'malformed') return undefined
    throw error
  }
}

interface Counts {
  textLength: number
  toolCalls: number
  /** The agent's own error message. */
  agentMessage: string | undefined
}

/**
 * Returns a function that logs the run when it ends, once. The entry has no address, which can
 * contain a secret, no header and no content but the agent's own error message.
 */
function startRecord(agent: RegisteredAgent, input: AgentQuestion, log: Log) {
  const startedMs = performance.now()
  const { agentId, integrateWith } = agent
  const { threadId, runId, chat } = input

  return (error: DeliveryError | undefined, counts: Counts) => {
    const durationMs = Math.round(performance.now() - startedMs)
    const ids = { ...chat, agentId, integrateWith, threadId, runId }
    const fields = { ...ids, durationMs, ...counts }
    if (!error) return log.info('agent-answered', fields)
    const { code, detail, cause } = error
    if (code === 'internal') return log.error('agent-run-failed', { ...fields, code, error: cause })
    // Stopped on purpose: nothing to investigate.
    if (code === 'cancelled') return log.info('agent-run-cancelled', fields)
    log.warn('agent-run-failed', { ...fields, code, detail })
  }
}
