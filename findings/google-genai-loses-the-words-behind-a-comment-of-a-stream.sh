#!/usr/bin/env bash
# A comment keeps a stream of server-sent events open. Google's Gen AI SDK drops the event behind it, without an error.
#
# Versions: @google/genai 2.32.0, openai 6.49.0, Node 20.20.2.
# Expected: "One two" however comments, ids and delays to reconnect stand between the events, as from openai.
# Seen: behind a comment the first words are missing ("two"), with ids the answer is empty: both end as if all were well.
# A comment in the middle of an event is a syntax error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @google/genai@2.32.0 openai@6.49.0
cat > comments.js <<'JS'
import { createServer } from 'node:http'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'

const WORDS = ['One ', 'two']
const gemini = WORDS.map((text) =>
  JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
)
const chat = WORDS.map((content) =>
  JSON.stringify({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  }),
)
const FORMS = {
  plain: (events) => events.map((data) => `data: ${data}\n\n`).join(''),
  comment: (events) => `: ping\n${FORMS.plain(events)}`,
  ids: (events) => events.map((data, id) => `id: ${id}\ndata: ${data}\n\n`).join(''),
}

let form = FORMS.plain
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(form(request.url.includes('enerateContent') ? gemini : [...chat, '[DONE]']))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`

async function overGemini() {
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } })
  const asked = { model: 'm', contents: 'count' }
  let answer = ''
  for await (const { text = '' } of await client.models.generateContentStream(asked)) answer += text
  return answer
}

async function overChat() {
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 })
  const asked = { model: 'm', messages: [{ role: 'user', content: 'count' }], stream: true }
  let answer = ''
  for await (const { choices } of await client.chat.completions.create(asked)) {
    answer += choices[0]?.delta.content ?? ''
  }
  return answer
}

const seen = {}
for (const name of Object.keys(FORMS)) {
  form = FORMS[name]
  seen[name] = { openai: await overChat(), genai: await overGemini() }
  console.log(name, seen[name])
}
server.close()
const whole = 'One two'
const isAsSeen =
  Object.values(seen).every(({ openai }) => openai === whole) &&
  seen.plain.genai === whole && seen.comment.genai === 'two' && seen.ids.genai === ''
process.exit(isAsSeen ? 0 : 1)
JS
node --version
node comments.js
