#!/usr/bin/env bash
# Two calls under one id, as agents whose host counts anew send them, are one call to the clients of both protocols.
#
# Versions: @ag-ui/client 1.0.0, ai 6.0.326, Node 20.20.2.
# Expected: two calls, or an error that names the id.
# Seen: both rename the first call to the second's tool. AG-UI's client glues the arguments to `{"n":1}{"n":2}`, which is no JSON;
# the AI SDK replaces them: the first call never ran.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @ag-ui/client@1.0.0 ai@6.0.326 zod@4.6.7
cat > calls.js <<'JS'
import { AbstractAgent } from '@ag-ui/client'
import { readUIMessageStream } from 'ai'
import { Observable } from 'rxjs'

const call = (toolCallName, delta) => [
  { type: 'TOOL_CALL_START', toolCallId: 'call_0', toolCallName },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'call_0', delta },
  { type: 'TOOL_CALL_END', toolCallId: 'call_0' },
]
const ids = { threadId: 't', runId: 'r' }
const events = [
  { type: 'RUN_STARTED', ...ids },
  ...call('look', '{"n":1}'),
  ...call('wave', '{"n":2}'),
  { type: 'RUN_FINISHED', ...ids },
]
class Agent extends AbstractAgent {
  run() {
    return new Observable((observer) => {
      for (const event of events) observer.next(event)
      observer.complete()
    })
  }
}
const agent = new Agent()
await agent.runAgent()
const agUi = agent.messages.flatMap(({ toolCalls = [] }) => toolCalls.map((one) => one.function))
console.log('@ag-ui/client', JSON.stringify(agUi))

const chunk = (toolName, n) => {
  return { type: 'tool-input-available', toolCallId: 'call_0', toolName, input: { n } }
}
const chunks = [{ type: 'start', messageId: 'm' }, chunk('look', 1), chunk('wave', 2)]
const stream = new ReadableStream({
  start(controller) {
    for (const one of chunks) controller.enqueue(one)
    controller.close()
  },
})
let parts = []
for await (const message of readUIMessageStream({ stream })) parts = structuredClone(message.parts)
console.log('ai', JSON.stringify(parts))

const isGlued = agUi.length === 1 && agUi[0].name === 'wave' && agUi[0].arguments === '{"n":1}{"n":2}'
const isReplaced = parts.length === 1 && parts[0].type === 'tool-wave' && parts[0].input.n === 2
process.exit(isGlued && isReplaced ? 0 : 1)
JS
echo "node $(node --version)"
node calls.js
