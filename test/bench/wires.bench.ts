// What encoding a piece of text costs over each wire, against chat completions in the same run.
import { a2a } from '../../src/wires/a2a/a2a.ts'
import { chatCompletions } from '../../src/wires/chat-completions.ts'
import { responses } from '../../src/wires/responses/responses.ts'
import { encoderOf } from '../wires/open-wire.ts'

const DELTAS = 300_000
const ROUNDS = 5
const model = 'ranking'
const stream = true
const messages = [{ role: 'user', content: 'hi' }]
const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] }
const call = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } }

const wires = {
  'chat completions': encoderOf(chatCompletions, { model, stream, messages }),
  Responses: encoderOf(responses, { model, stream, input: 'hi' }),
  A2A: encoderOf(a2a, call),
}

function microseconds(encode: (typeof wires)['A2A']) {
  const event = { type: 'text-delta', delta: 'a word ' } as const
  const before = process.cpuUsage()
  for (let count = 0; count < DELTAS; count += 1) encode(event)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / DELTAS
}

const rows = Object.entries(wires).map(([wire, encode]) => {
  const best = Math.min(...Array.from({ length: ROUNDS }, () => microseconds(encode)))
  return { wire, microseconds: Number(best.toFixed(2)) }
})
const base = rows[0]!.microseconds
console.table(rows.map((row) => ({ ...row, ratio: Number((row.microseconds / base).toFixed(2)) })))
