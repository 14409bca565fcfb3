// What encoding a piece of text costs over each wire, against chat completions in the same run.
import { a2aWriter } from '../../src/wires/a2a/a2a.ts'
import { openAiEncoder } from '../../src/wires/chat-completions.ts'
import { readOpenAiRequest } from '../../src/wires/chat-completions-request.ts'
import { responseWriter } from '../../src/wires/responses.ts'
import { readResponsesRequest } from '../../src/wires/responses-request.ts'

const DELTAS = 300_000
const ROUNDS = 5
const now = () => new Date()
const runId = crypto.randomUUID()
const model = 'ranking'
const question = readOpenAiRequest({ model, messages: [{ role: 'user', content: 'hi' }] })
const task = { contextId: crypto.randomUUID(), content: [], isNewContext: true, takesData: true }

const wires = {
  'chat completions': openAiEncoder(question, { runId, now: now() }),
  Responses: responseWriter(readResponsesRequest({ model, input: 'hi' }), {
    ...{ runId, now },
    isStored: () => true,
  }).encode,
  A2A: a2aWriter(task, { id: 1, runId, now, inVersion: (result) => result }).encode,
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
