import type { RunEvent } from '../../core/run.ts'
import type { DeliveryErrorCode } from './delivery-error.ts'

/** The failure of an agent's run. `detail` is for its maintainer: our own words, never quoted from the agent. */
export type DeliveryFailure = RunEvent<'run-error'> & { code: DeliveryErrorCode; detail: string }

/**
 * The events of one run of an agent, whichever wire it uses. A call that a client can run has `fault: null`,
 * and `input` is an object.
 */
export type DeliveryEvent = Exclude<RunEvent, RunEvent<'run-error'>> | DeliveryFailure

/** The words that users see for a call of a registered action or tool. */
interface Labels {
  displayName?: string | undefined
  executionText?: string | undefined
}

/** The input or the result was too large to keep. */
interface Omission {
  isOmitted?: true | undefined
}

export type PlatformCall = RunEvent<'tool-call'> & Labels & Omission
export type PlatformResult = RunEvent<'tool-result'> & Omission

/** The events of a run that make up the answer, with what the platform adds to them. */
export type AnswerPart =
  | RunEvent<'text-delta'>
  | (RunEvent<'tool-call-start'> & Labels)
  | PlatformCall
  | PlatformResult

/** A call or its result without what makes it large. */
export function omitted<Event extends PlatformCall | PlatformResult>(event: Event): Event {
  const isCall = event.type === 'tool-call'
  return {
    ...event,
    ...(isCall ? { input: null, rawInput: '' } : { result: null }),
    isOmitted: true,
  }
}
