import type { Log } from '../../core/log.ts'
import { excerpt, printable } from '../../core/printable.ts'
import type { AgentFetch } from './agent-fetch.ts'
import { callAgent } from './call-agent.ts'
import { DeliveryError } from './delivery-error.ts'
import type { DeliveryEvent } from './delivery-event.ts'
import { createDeliveryRun } from './delivery-run.ts'
import { type Frame, readFrames } from './frames.ts'
import { maskSecrets } from './mask-secrets.ts'
import type { RegisteredAgent, RunInput } from './run-input.ts'
import {
  DELIVERY_LIMITS,
  type DeliveryLimits,
  type RunTimeouts,
  startRunTimeouts,
} from './run-timeouts.ts'
import type { FrameReader } from './wire/wire.ts'
import { wireOf } from './wire/wire-of.ts'

export interface DeliveryDeps {
  fetch: AgentFetch
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
  input: RunInput,
  deps: DeliveryDeps,
  signal?: AbortSignal,
): AsyncGenerator<DeliveryEvent, void, undefined> {
  const limits = { ...DELIVERY_LIMITS, ...deps.limits }
  const run = createDeliveryRun(limits)
  const timeouts = startRunTimeouts(limits, signal)
  const record = startRecord(agent, input, deps.log)
  let error: DeliveryError | undefined = new DeliveryError('cancelled', 'the client disconnected')

  try {
    const { fetch, onFrame } = deps
    for await (const event of wireEvents({ agent, input, fetch, limits, timeouts, onFrame })) {
      yield* run.take(event)
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

  yield* run.end({ isComplete: !error })
  if (!error) return yield run.ended()
  const { code, message, detail } = error
  yield { type: 'run-error', code, message, detail }
}

const MAX_AGENT_MESSAGE = 2_000
/** How long an answer that has arrived may keep others waiting. */
const MAX_TURN_MS = 10

/** On one line, and not too long for a log. */
function shown(text: string) {
  return excerpt(printable(text), MAX_AGENT_MESSAGE)
}

interface Reading extends Pick<DeliveryDeps, 'fetch'> {
  agent: RegisteredAgent
  input: RunInput
  limits: DeliveryLimits
  timeouts: RunTimeouts
  onFrame: ((text: string) => void) | undefined
}

/** The events of the agent, up to the one that ends the run. */
async function* wireEvents(reading: Reading) {
  const { agent, input, fetch, limits, timeouts, onFrame } = reading
  const wire = wireOf(agent.integrateWith)
  const { body, framing, mediaType } = await callAgent({ agent, input, wire, fetch, timeouts })
  const readNext = wire.open()
  const read: FrameReader = (text) => {
    onFrame?.(text)
    return readNext(text)
  }
  let hasFrames = false
  let isKnown = false
  const pause = turns()

  const response = readFrames({ body, framing, limits, timeouts })
  for await (const frames of response) {
    // Also for chunks without a frame, such as blank lines.
    await pause()
    for (const frame of frames) {
      await pause()
      hasFrames = true
      const events = readFrame(frame, read)
      isKnown ||= events !== undefined
      for (const event of events ?? []) {
        // Let the agent finish: closing the connection now could abort its cleanup.
        if (event.type === 'finished') return timeouts.drain(toEnd(response))
        yield event
      }
    }
  }
  if (hasFrames && !isKnown) throw new DeliveryError('malformed', foreign(mediaType))
  throw new DeliveryError('cut-short', 'the response ended without an event that finishes the run')
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
    if (isTruncated && error instanceof DeliveryError && error.code === 'malformed')
      return undefined
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
function startRecord(agent: RegisteredAgent, input: RunInput, log: Log) {
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
