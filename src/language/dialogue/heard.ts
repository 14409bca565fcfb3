import type { Timeframe } from '../slots/timeframe.ts'
import { measured } from './operation.ts'
import { placeNumbers, type Reading } from './reading.ts'
import { IT, OWN, THEM } from './references.ts'
import type { AskRequest, Operation, ProductSet } from './request.ts'
import type { State } from './state.ts'

/** A message as far as its words alone say what is asked. */
export interface Heard {
  reading: Reading
  state: State
  text: string
  names: readonly string[]
  time: Timeframe | undefined
}

export function askOf(
  operation: Operation,
  set: ProductSet,
  { text, time }: Heard,
  details: Partial<AskRequest> = {},
): AskRequest {
  const { measure } = measured(operation, text)
  return { kind: 'ask', operation, measure, set, time, ...details }
}

/** The product that it is about. */
export function productsNamed({ names, text, state, reading }: Heard): ProductSet | undefined {
  const [place] = placeNumbers(reading)
  if (names.length > 0) return { kind: 'products', references: names.map((name) => ({ name })) }
  if (!state.hasHistory || THEM.test(text)) return undefined
  if (IT.test(text) || OWN.test(text)) return { kind: 'products', references: ['it'] }
  if (place) return { kind: 'products', references: [{ place }] }
  return undefined
}
