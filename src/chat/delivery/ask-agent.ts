import type { Log } from '../../core/log.ts'
import { excerpt, printable } from '../../core/printable.ts'
import type { AgentFetch } from './agent-fetch.ts'
import type { AgentQuestion, RegisteredAgent } from './agent-question.ts'
import { callAgent } from './call-agent.ts'
import type { DeliveryEvent } from './delivery-event.ts'
import { DeliveryFailure } from './delivery-failure.ts'
import { DELIVERY_LIMITS, type DeliveryLimits } from './delivery-limits.ts'
import { startRecord } from './delivery-record.ts'
import { createDeliveryRun } from './delivery-run.ts'
import { maskCredentials, type SecretMask } from './mask-secrets.ts'
import { type Frame, readFrames } from './read-frames.ts'
import { startWatch, type Watch } from './watch.ts'
import type { FrameReader, WireEvent } from './wire/wire.ts'
import { wireOf } from './wire/wire-of.ts'

export interface DeliveryDeps {
  fetch: AgentFetch
  log: Log
  limits?: Partial<DeliveryLimits>
  /** What of the agent's headers no event may repeat. */
  maskOf?(headers: RegisteredAgent['headers']): SecretMask
  /** Gets what the agent itself said of its failure, its secrets masked. Not for users. */
  onAgentMessage?(text: string): void
  /** Gets each frame of the answer as it came, its secrets masked. Not for users. */
  onFrame?(text: string): void
}

/**
 * Asks an agent at its Deployment URL and says what it does, as it does it. Nothing is thrown: the
 * last event is `finished` or `failed`, and what came before a failure stands.
 *
 * The signal ends the run, with `cancelled`, and so does a reader that stops reading; both close
 * the connection.
 */
export async function* askAgent(
  agent: RegisteredAgent,
  question: AgentQuestion,
  deps: DeliveryDeps,
  signal?: AbortSignal,
): AsyncGenerator<DeliveryEvent, void, undefined> {
  const limits = { ...DELIVERY_LIMITS, ...deps.limits }
  const run = createDeliveryRun(question, limits)
  const { maskOf = maskCredentials } = deps
  const mask = maskOf(agent.headers)
  const watch = startWatch(limits, signal)
  const record = startRecord(agent, question, deps.log)
  let failure: DeliveryFailure | undefined = new DeliveryFailure('cancelled', 'the reader left')

  try {
    const onFrame = deps.onFrame && ((text: string) => deps.onFrame?.(mask.text(text)))
    const { fetch } = deps
    for await (const said of answerOf({ agent, question, fetch, limits, watch, onFrame })) {
      for (const event of said) yield* mask.events(run.take(event))
    }
    failure = undefined
  } catch (error) {
    failure = DeliveryFailure.from(watch.signal.aborted ? watch.signal.reason : error)
  } finally {
    watch.stop()
    const agentMessage = failure?.agentMessage && shown(mask.cut(failure.agentMessage))
    if (agentMessage) deps.onAgentMessage?.(agentMessage)
    record(failure, { ...run.counts(), agentMessage })
  }

  yield* mask.events(run.end({ isWhole: !failure }))
  yield* mask.end()
  if (!failure) return yield { type: 'finished' }
  const { code, message, detail } = failure
  yield { type: 'failed', code, message, detail }
}

const MAX_AGENT_MESSAGE = 2_000

/** On one line of a log, whatever it is made of. */
function shown(text: string) {
  return excerpt(printable(text), MAX_AGENT_MESSAGE)
}

interface Answering extends Pick<DeliveryDeps, 'fetch'> {
  agent: RegisteredAgent
  question: AgentQuestion
  limits: DeliveryLimits
  watch: Watch
  onFrame: ((text: string) => void) | undefined
}

/** What the agent says until it says that it has finished. */
async function* answerOf({ agent, question, fetch, limits, watch, onFrame }: Answering) {
  const wire = wireOf(agent.integrateWith)
  const { body, framing } = await callAgent({ agent, question, wire, fetch, watch })
  const readFrame = wire.open()
  const read: FrameReader = (text) => {
    onFrame?.(text)
    return readFrame(text)
  }
  const end = { isReached: false }

  const answer = readFrames({ body, framing, limits, watch })
  for await (const frames of answer) {
    yield saidIn(frames, read, end)
    // An agent may still put its house in order; a reader that is gone would cut that off.
    if (end.isReached) return watch.farewell(toEnd(answer))
  }
  throw new DeliveryFailure(
    'cut-short',
    'the answer ended before the agent said that it had finished',
  )
}

async function toEnd(answer: AsyncIterator<unknown>) {
  while (!(await answer.next()).done);
}

function* saidIn(frames: Iterable<Frame>, read: FrameReader, end: { isReached: boolean }) {
  for (const frame of frames) {
    for (const event of readFrame(frame, read)) {
      if (event.type === 'finished') {
        end.isReached = true
        return
      }
      yield event
    }
  }
}

function readFrame({ text, isRest }: Frame, read: FrameReader): Iterable<WireEvent> {
  try {
    return [...read(text)]
  } catch (error) {
    // An incomplete frame means that the answer broke off, not that it was malformed.
    if (isRest && error instanceof DeliveryFailure && error.code === 'malformed') return []
    throw error
  }
}
