import type { Wire } from '../../src/wires/wire.ts'

const REQUEST = {
  header: (name: string) => (name === 'a2a-version' ? '1.0' : undefined),
  param: () => undefined,
  now: () => new Date(0),
  onError: () => {},
}

/** Opens a run as the routes do, without a turn that was kept. */
export function openWire(wire: Wire, body: unknown) {
  const asked = wire.open(wire.readsText ? JSON.stringify(body) : body, REQUEST)
  if ('reply' in asked) throw new Error('It asks for no run.')
  return 'turnIds' in asked ? asked.open(new Map(), () => true).exchange : asked
}

export function encoderOf(wire: Wire, body: unknown) {
  const exchange = openWire(wire, body)
  if ('whole' in exchange) throw new Error('Its answer is whole.')
  return exchange.encode
}
