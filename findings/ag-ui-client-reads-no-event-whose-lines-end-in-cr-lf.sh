#!/usr/bin/env bash
# Server-sent events may end their lines in CR LF, as HTML has it. AG-UI's client takes them for one event.
#
# Versions: @ag-ui/client 1.0.0, openai 6.49.0, Node 20.20.2.
# Expected: the same answer with LF and CR LF from both clients.
# Seen: openai reads both. AG-UI's client reads LF, a comment and two lines of data, but fails at CR LF: it glues the
# data of all events, and says "Unexpected non-whitespace character after JSON".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @ag-ui/client@1.0.0 openai@6.49.0
cat > lines.js <<'JS'
import { createServer } from 'node:http'
import { HttpAgent } from '@ag-ui/client'
import OpenAI from 'openai'

const ids = { threadId: 't', runId: 'r' }
const agUi = [
  { type: 'RUN_STARTED', ...ids },
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'One ' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'two' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
  { type: 'RUN_FINISHED', ...ids },
].map((event) => JSON.stringify(event))
const chunk = (delta, finish_reason = null) =>
  JSON.stringify({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta, finish_reason }],
  })
const chat = [chunk({ content: 'One ' }), chunk({ content: 'two' }), chunk({}, 'stop'), '[DONE]']

let end = '\n'
const server = createServer((request, response) => {
  const events = request.url === '/agent' ? agUi : chat
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`: comment${end}` + events.map((data) => `data: ${data}${end}${end}`).join(''))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`
const messages = [{ id: '1', role: 'user', content: 'count' }]

async function overAgUi() {
  const agent = new HttpAgent({ url: `${url}/agent`, initialMessages: messages })
  const { newMessages } = await agent.runAgent()
  return newMessages.map(({ content }) => content).join()
}

async function overChat() {
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 })
  const [{ role, content }] = messages
  const asked = { model: 'm', messages: [{ role, content }], stream: true }
  let text = ''
  for await (const { choices } of await client.chat.completions.create(asked)) {
    text += choices[0]?.delta.content ?? ''
  }
  return text
}

const outcome = (answer) => answer.catch(({ message }) => message)
const seen = {}
console.error = () => {}
for (const [name, lineEnd] of [['LF', '\n'], ['CR LF', '\r\n']]) {
  end = lineEnd
  seen[name] = { openai: await outcome(overChat()), agUi: await outcome(overAgUi()) }
  console.log(name, seen[name])
}
server.close()
const isAsSeen =
  seen.LF.openai === 'One two' && seen.LF.agUi === 'One two' &&
  seen['CR LF'].openai === 'One two' && /after JSON/.test(seen['CR LF'].agUi)
process.exit(isAsSeen ? 0 : 1)
JS
node --version
node lines.js
