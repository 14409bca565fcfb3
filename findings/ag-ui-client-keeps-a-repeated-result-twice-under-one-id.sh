#!/usr/bin/env bash
# A tool's result that is sent again, as after a reconnection, stands twice in the history of AG-UI's client.
#
# Versions: @ag-ui/client 1.0.0, Node 20.20.2.
# Expected: the message of the same id is replaced, as a text of the same id is continued and a snapshot replaces it.
# Seen: two `tool` messages with one id for one call. The next run sends both to the agent, and model hosts take one result a call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @ag-ui/client@1.0.0
cat > results.js <<'JS'
import { AbstractAgent } from '@ag-ui/client'
import { Observable } from 'rxjs'

const ids = { threadId: 't', runId: 'r' }
const result = { type: 'TOOL_CALL_RESULT', toolCallId: 'c', messageId: 'm', content: '1', role: 'tool' }
const events = [
  { type: 'RUN_STARTED', ...ids },
  { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'look' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{}' },
  { type: 'TOOL_CALL_END', toolCallId: 'c' },
  result,
  result,
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
const results = agent.messages.filter(({ role }) => role === 'tool')
console.log('@ag-ui/client', JSON.stringify(results))
process.exit(results.length === 2 && results[0].id === results[1].id ? 0 : 1)
JS
echo "node $(node --version)"
node results.js
