#!/usr/bin/env bash
# `[DONE]` says that a chat completion is whole. The clients of Groq and Together, generated as OpenAI's is, read on
# behind it until the connection ends: a loop over the answer goes on waiting where a host or a proxy holds it open.
#
# Versions: groq-sdk 1.6.0, together-ai 0.52.0, openai 7.59.0, Node 20.20.2.
# Expected: all three end their loops at `[DONE]`, and leave the rest.
# Seen: openai ends at once. The two others end when the server closes, here after 1.5 seconds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund groq-sdk@1.6.0 together-ai@0.52.0 openai@7.59.0
cat > done.js <<'JS'
import { createServer } from 'node:http'
import Groq from 'groq-sdk'
import OpenAI from 'openai'
import Together from 'together-ai'

const OPEN_MS = 1_500
const chunk = JSON.stringify({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta: { role: 'assistant', content: 'One' }, finish_reason: 'stop' }],
})
let closed = false
const server = createServer((_request, response) => {
  closed = false
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`data: ${chunk}\n\ndata: [DONE]\n\n`)
  setTimeout(() => {
    closed = true
    response.end()
  }, OPEN_MS)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const baseURL = `http://127.0.0.1:${server.address().port}`

/** Whether the loop over the answer ended before the server closed the connection. */
async function endsAtDone(Client) {
  const client = new Client({ baseURL, apiKey: 'none', maxRetries: 0 })
  const asked = { model: 'm', messages: [{ role: 'user', content: 'count' }], stream: true }
  let answer = ''
  for await (const { choices } of await client.chat.completions.create(asked)) {
    answer += choices[0]?.delta?.content ?? ''
  }
  return answer === 'One' && !closed
}

const seen = {}
for (const [name, Client] of Object.entries({ openai: OpenAI, groq: Groq, together: Together })) {
  seen[name] = await endsAtDone(Client)
  await new Promise((resolve) => setTimeout(resolve, OPEN_MS))
}
console.log('ends at [DONE]:', seen)
process.exit(seen.openai && !seen.groq && !seen.together ? 0 : 1)
JS
node --version
node done.js
