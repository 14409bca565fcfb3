import type { RunEvent } from './run-event.ts'

/** What a model says before and after its tools are two texts, but one message: two paragraphs. */
export function messageText() {
  let written = false
  let paragraphDue = false

  return {
    get written() {
      return written
    },

    start() {
      paragraphDue = written
    },

    delta(text: string): RunEvent[] {
      if (text === '') return []
      const delta = paragraphDue ? `\n\n${text}` : text
      paragraphDue = false
      written = true
      return [{ type: 'text-delta', delta }]
    },
  }
}
