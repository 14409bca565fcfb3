import * as z from 'zod'
import { wholeDocument } from '../frames.ts'
import { readAs, readJson } from '../read-json.ts'
import type { RunInput } from '../run-input.ts'
import type { AgentProtocol, FrameReader } from './agent-protocol.ts'
import { simpleJson } from './simple-json.ts'

/** Rasa's REST channel. Rasa keeps the conversation itself, so only the last message is sent. */
export const rasa: AgentProtocol = {
  accept: 'application/json',
  acceptsToolResults: false,
  body,
  framing: (mediaType) => simpleJson.framing(mediaType) && wholeDocument,
  open: () => readReplies,
}

function body({ threadId, messages }: RunInput) {
  const last = messages.findLast(({ role }) => role === 'user')
  return { sender: threadId, message: last?.content ?? '' }
}

const Text = z.string().nullish()

const Replies = z.array(z.object({ text: Text, image: Text }))

/** Each reply is a message. In the text of the answer, a blank line separates them. */
const readReplies: FrameReader = (frame) => {
  const replies = readAs(Replies, readJson(frame), 'the response is not a list of replies')
  const parts = replies.flatMap(({ text, image }) => [text, image].filter((part) => part))
  return [{ type: 'text', delta: parts.join('\n\n') }, { type: 'finished' }]
}
