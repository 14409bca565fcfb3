#!/usr/bin/env bash
# An event of a stream may have a name; without one it is called "message". Together's client leaves out every event
# whose name is written, that one too, and ends without an error.
#
# Versions: together-ai 0.52.0, openai 7.59.0, groq-sdk 1.6.0, Node 20.20.2.
# Expected: "One two" from all three, with names as without: chat completions have no use for them.
# Seen: "One two" from openai and groq-sdk. together-ai answers "" to `event: message` and `event: chunk`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund together-ai@0.52.0 openai@7.59.0 groq-sdk@1.6.0
cat > names.js <<'JS'
import { createServer } from 'node:http'
import Groq from 'groq-sdk'
import OpenAI from 'openai'
import Together from 'together-ai'

const CHUNKS = ['One ', 'two'].map((content) =>
  JSON.stringify({
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }],
  }),
)
let name = ''
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end([...CHUNKS, '[DONE]'].map((data) => `${name}data: ${data}\n\n`).join(''))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const baseURL = `http://127.0.0.1:${server.address().port}`

async function answerOf(Client) {
  const client = new Client({ baseURL, apiKey: 'none', maxRetries: 0 })
  const asked = { model: 'm', messages: [{ role: 'user', content: 'count' }], stream: true }
  let answer = ''
  for await (const { choices } of await client.chat.completions.create(asked)) {
    answer += choices[0]?.delta?.content ?? ''
  }
  return answer
}

const seen = []
for (name of ['', 'event: message\n', 'event: chunk\n']) {
  const row = [await answerOf(OpenAI), await answerOf(Groq), await answerOf(Together)]
  console.log(JSON.stringify(name), { openai: row[0], groq: row[1], together: row[2] })
  seen.push(row)
}
server.close()
const whole = 'One two'
const isAsSeen =
  seen.every(([openai, groq]) => openai === whole && groq === whole) &&
  seen.map(([, , together]) => together).join('|') === `${whole}||`
process.exit(isAsSeen ? 0 : 1)
JS
node --version
node names.js
