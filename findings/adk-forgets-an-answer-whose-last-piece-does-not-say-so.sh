#!/usr/bin/env bash
# Google's ADK and an agent that streams its answer over A2A 0.3: unless a piece says `lastChunk`, which is optional, the
# session forgets the answer.
#
# Versions: @google/adk 2.0.0, @a2a-js/sdk 0.3.14, Node 20.20.2.
# Expected: when the task is completed (`final: true`), the pieces that were shown are stored as one answer: the source says
# that partial events are kept "to emit them with the terminal event".
# Seen: a last status without a message becomes no event, and so the pieces are never joined: the session has the question
# alone, and the next turn is answered without the answer. With `lastChunk: true` on an empty last piece it has both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --ignore-scripts @google/adk@2.0.0 @a2a-js/sdk@0.3.14 > /dev/null 2>&1
cat > run.mjs <<'JS'
import { createServer } from 'node:http'
import { InMemoryRunner } from '@google/adk'
import { RemoteA2AAgent } from '@google/adk/a2a'

const ids = { taskId: 't', contextId: 'c' }
const piece = (text, more) => {
  const artifact = { artifactId: 'a', parts: [{ kind: 'text', text }] }
  return { kind: 'artifact-update', ...ids, artifact, ...more }
}
const stream = (saysLast) => [
  { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' } },
  piece('It is ', { append: false }),
  piece('Loom.', { append: true }),
  ...(saysLast ? [piece('', { append: true, lastChunk: true })] : []),
  { kind: 'status-update', ...ids, status: { state: 'completed' }, final: true },
]

async function stored(saysLast) {
  const server = createServer((request, response) => {
    const url = `http://127.0.0.1:${server.address().port}`
    if (request.method === 'GET') {
      const card = { name: 'a', description: 'a', version: '1', url, preferredTransport: 'JSONRPC' }
      const modes = { defaultInputModes: ['text'], defaultOutputModes: ['text'], skills: [] }
      const more = { protocolVersion: '0.3.0', capabilities: { streaming: true } }
      return response.end(JSON.stringify({ ...card, ...modes, ...more }))
    }
    let body = ''
    request.on('data', (chunk) => (body += chunk)).on('end', () => {
      const { id } = JSON.parse(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const events = stream(saysLast).map((result) => ({ jsonrpc: '2.0', id, result }))
      response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agentCard = `http://127.0.0.1:${server.address().port}`
  const runner = new InMemoryRunner({ appName: 'x', agent: new RemoteA2AAgent({ name: 'a', agentCard }) })
  const key = { appName: 'x', userId: 'u' }
  const { id: sessionId } = await runner.sessionService.createSession(key)
  const newMessage = { role: 'user', parts: [{ text: 'Which?' }] }
  let shown = ''
  for await (const event of runner.runAsync({ userId: 'u', sessionId, newMessage })) {
    if (event.partial) shown += event.content?.parts?.[0]?.text ?? ''
  }
  const { events } = await runner.sessionService.getSession({ ...key, sessionId })
  server.close()
  const texts = events.map(({ content }) => content?.parts?.map(({ text }) => text).join('') ?? '')
  return { shown, texts: texts.filter((text) => text !== '') }
}

const [silent, said] = [await stored(false), await stored(true)]
console.log('without lastChunk', JSON.stringify(silent))
console.log('with lastChunk', JSON.stringify(said))
const isSeen = silent.shown === 'It is Loom.' && silent.texts.join('|') === 'Which?'
process.exit(isSeen && said.texts.join('|') === 'Which?|It is Loom.' ? 0 : 1)
JS
node run.mjs
