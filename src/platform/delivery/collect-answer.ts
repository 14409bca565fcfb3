import { utf8Length } from '../../core/byte-length.ts'
import {
  type DeliveryEvent,
  type DeliveryFailure,
  omitted,
  type PlatformCall,
  type PlatformResult,
} from './delivery-event.ts'

/**
 * The size of all calls and results in one answer. Beyond it, only their ids and names are kept,
 * which have limits of their own.
 */
const MAX_KEPT_BYTES = 512 * 1024
const MAX_KEPT_VALUES = 10_000

/** An answer, as far as it has arrived. */
export interface CollectedAnswer {
  text: string
  toolCalls: readonly PlatformCall[]
  toolResults: readonly PlatformResult[]
  failure: DeliveryFailure | undefined
}

/** Collects the events of a run, within the limits of one answer. */
export function collectAnswer() {
  const deltas: string[] = []
  const toolCalls: PlatformCall[] = []
  const toolResults: PlatformResult[] = []
  let failure: DeliveryFailure | undefined
  let bytesLeft = MAX_KEPT_BYTES
  let valuesLeft = MAX_KEPT_VALUES

  function withinRoom<Event extends PlatformCall | PlatformResult>(event: Event): Event {
    // An event may be large, and there may be many: this is done once, and stops early.
    const json = JSON.stringify(event)
    if (json.length > bytesLeft) return omitted(event)
    const bytes = utf8Length(json)
    const values = json.split(/[,[{]/).length
    if (bytes > bytesLeft || values > valuesLeft) return omitted(event)
    bytesLeft -= bytes
    valuesLeft -= values
    return event
  }

  return {
    take(event: DeliveryEvent) {
      if (event.type === 'text-delta') deltas.push(event.delta)
      else if (event.type === 'tool-call') toolCalls.push(withinRoom(event))
      else if (event.type === 'tool-result') toolResults.push(withinRoom(event))
      else if (event.type === 'run-error') failure = event
    },
    hasText: () => deltas.length > 0,
    answer: (): CollectedAnswer => ({ text: deltas.join(''), toolCalls, toolResults, failure }),
  }
}
