// Asks the agent, and prints its answer as it streams.
import OpenAI from 'openai'

const { LAUNCHBOARD_URL = 'http://127.0.0.1:8787', LAUNCHBOARD_TOKEN = 'none' } = process.env
const openai = new OpenAI({ baseURL: `${LAUNCHBOARD_URL}/v1`, apiKey: LAUNCHBOARD_TOKEN })

const input = process.argv.slice(2).join(' ') || 'Top 3 today'
let isWhole = false
const stream = await openai.responses.create({ model: 'ranking', input, stream: true })
for await (const event of stream) {
  if (event.type === 'response.output_text.delta') process.stdout.write(event.delta)
  if (event.type === 'response.failed') throw new Error(event.response.error?.message)
  isWhole ||= event.type === 'response.completed' || event.type === 'response.incomplete'
}
console.log()
if (!isWhole) throw new Error('the answer was cut')
