import { createSlackAdapter } from '@chat-adapter/slack'
import { createMemoryState } from '@chat-adapter/state-memory'
import { serve } from '@hono/node-server'
import { DefaultChatTransport } from 'ai'
import { Chat } from 'chat'

const { LAUNCHBOARD_URL: url = 'http://127.0.0.1:8787', LAUNCHBOARD_TOKEN: token } = process.env
const { SLACK_API_URL: apiUrl, PORT = '3000' } = process.env

const headers = token ? { authorization: `Bearer ${token}` } : {}
const launchboard = new DefaultChatTransport({ api: `${url}/api/ui/chat`, headers })

// The adapter reads SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET.
const slack = createSlackAdapter({ ...(apiUrl && { apiUrl }) })
const bot = new Chat({ userName: 'launchboard', adapters: { slack }, state: createMemoryState() })

/** The questions of each thread, so that “and last week?” is understood. */
const asked = new Map()

async function answer(thread, { id, text }) {
  await thread.subscribe()
  const question = { id, role: 'user', parts: [{ type: 'text', text }] }
  const messages = [...(asked.get(thread.id) ?? []), question].slice(-10)
  asked.set(thread.id, messages)
  const request = { trigger: 'submit-message', chatId: thread.id, messages }
  await thread.post(words(await launchboard.sendMessages(request)))
}

async function* words(parts) {
  for await (const part of parts) {
    if (part.type === 'text-delta') yield part.delta
    if (part.type === 'error') yield part.errorText
  }
}

bot.onNewMention(answer)
bot.onSubscribedMessage(answer)

serve({ fetch: (request) => bot.webhooks.slack(request), port: Number(PORT) })
