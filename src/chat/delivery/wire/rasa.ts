import * as z from 'zod'
import type { AgentQuestion } from '../agent-question.ts'
import { wholeDocument } from '../framing/whole-document.ts'
import { readAs, readJson } from '../read-json.ts'
import { simpleJson } from './simple-json.ts'
import type { FrameReader, Wire } from './wire.ts'

/** Rasa's REST channel. It keeps the conversation itself, so it is sent the last message only. */
export const rasa: Wire = {
  accept: 'application/json',
  tellsResults: false,
  body,
  framing: (mediaType) => simpleJson.framing(mediaType) && wholeDocument,
  open: () => readReplies,
}

function body({ threadId, messages }: AgentQuestion) {
  const last = messages.findLast(({ role }) => role === 'user')
  return { sender: threadId, message: last?.content ?? '' }
}

const Text = z.string().nullish()

const Replies = z.array(z.object({ text: Text, image: Text }))

/** Each reply is a message of its own; a blank line between them keeps them apart in one text. */
const readReplies: FrameReader = (frame) => {
  const replies = readAs(Replies, readJson(frame), 'the answer is no list of replies')
  const said = replies.flatMap(({ text, image }) => [text, image].filter((part) => part))
  return [{ type: 'text', delta: said.join('\n\n') }, { type: 'finished' }]
}
