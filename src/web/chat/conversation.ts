import { computed, signal } from '@preact/signals'
import { RequestError } from '../api/request-error.ts'
import { celebrate } from '../conversation/celebrate.ts'
import { spokenText } from '../conversation/markdown.tsx'
import { messageOf } from '../ui/failure.tsx'
import { type Answer, type ChatMessage, callOf, ended, textOf, withLine } from './answer.ts'
import { askAgent } from './ask-agent.ts'
import { historyOf } from './history.ts'
import { brokenOff, EMPTY, keepConversation, keptConversation } from './kept-conversation.ts'
import type { RunLine } from './run-line.ts'

/** A page that nobody looks at draws no frames. */
const UNSEEN_INTERVAL_MS = 250
const KEEP_INTERVAL_MS = 1_000

/**
 * The conversation with our own agent, for as long as the tab is open: it goes on while one looks at
 * another place, and is there again after a reload.
 */
export function createConversation() {
  const start = keptConversation()
  const messages = signal(start.messages)
  const draft = signal(start.draft)
  const announcement = signal('')
  const wantsAccess = signal(false)
  const isAnswering = computed(() => lastAnswer(messages.value)?.state === 'growing')
  let { threadId } = start
  let running = new AbortController()
  let count = 0

  const keepNow = () => keepConversation({ messages: messages.value, threadId, draft: draft.value })
  const keepSoon = atMostEvery(KEEP_INTERVAL_MS, keepNow)
  let isLeaving = false
  addEventListener('pagehide', () => {
    isLeaving = true
    keepNow()
  })
  // Back on a page that the browser had put aside as it was: nobody reads on there either.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isLeaving = false
    running.abort()
    messages.value = messages.value.map(brokenOff)
  })

  function show(answer: Answer) {
    messages.value = [...messages.value.slice(0, -1), answer]
    if (answer.state === 'growing') return keepSoon()
    announcement.value = endOf(answer)
    keepNow()
  }

  async function ask() {
    const history = historyOf(messages.value)
    const id = idOf('agent')
    let answer: Answer = { id, author: 'agent', parts: [], state: 'growing' }
    messages.value = [...messages.value, answer]
    announcement.value = 'Launchboard is answering'
    wantsAccess.value = false
    keepNow()
    running = new AbortController()
    const { signal } = running
    const frames = inFrames(() => signal.aborted || show(answer))

    try {
      for await (const lines of askAgent({ messages: history, thread_id: threadId }, signal)) {
        for (const line of lines) {
          answer = withLine(answer, line)
          onLine(answer, line)
        }
        frames.request()
      }
    } catch (error) {
      if (signal.aborted || isLeaving) return
      wantsAccess.value = error instanceof RequestError && error.status === 401
      answer = ended(answer, 'failed', messageOf(error))
    }
    frames.cancel()
    if (!signal.aborted) show(answer)
  }

  function onLine(answer: Answer, line: RunLine) {
    if (line.type === 'text_start') threadId = line.threadId ?? threadId
    if (line.type !== 'tool_call_end') return
    const call = callOf(answer, line.callId)
    if (call?.name === 'triggerConfetti') void celebrate(call.args)
  }

  /** Unlike those of earlier loads of the page as well. */
  function idOf(author: string) {
    count += 1
    return `${author}-${Date.now()}-${count}`
  }

  return {
    messages,
    draft,
    isAnswering,
    announcement,
    /** The service wanted an access token, or another one, for the last question. */
    wantsAccess,

    write(text: string) {
      draft.value = text
      keepSoon()
    },

    send(text: string) {
      if (isAnswering.value) return
      const id = idOf('user')
      messages.value = [...messages.value, { id, author: 'user', text }]
      void ask()
    },

    /** Asks the last question again, in place of its answer. */
    retry() {
      if (isAnswering.value || !lastAnswer(messages.value)) return
      messages.value = messages.value.slice(0, -1)
      void ask()
    },

    stop() {
      const answer = lastAnswer(messages.value)
      if (!answer || !isAnswering.value) return
      running.abort()
      show(ended(answer, 'stopped'))
    },

    startAnew() {
      running.abort()
      messages.value = EMPTY.messages
      threadId = undefined
      announcement.value = ''
      wantsAccess.value = false
      keepNow()
    },
  }
}

function lastAnswer(messages: readonly ChatMessage[]): Answer | undefined {
  const last = messages.at(-1)
  return last?.author === 'agent' ? last : undefined
}

function endOf(answer: Answer): string {
  if (answer.state === 'stopped') return 'Stopped'
  // What went wrong is an alert of its own.
  if (answer.state === 'failed') return ''
  return spokenText(textOf(answer)) || 'Launchboard has answered'
}

/** Runs once for all that was requested within a frame. */
function inFrames(run: () => void) {
  let cancel: (() => void) | undefined
  return {
    request() {
      if (cancel) return
      const onFrame = () => {
        cancel = undefined
        run()
      }
      if (document.hidden) {
        const timer = setTimeout(onFrame, UNSEEN_INTERVAL_MS)
        cancel = () => clearTimeout(timer)
      } else {
        const frame = requestAnimationFrame(onFrame)
        cancel = () => cancelAnimationFrame(frame)
      }
    },
    cancel() {
      cancel?.()
      cancel = undefined
    },
  }
}

function atMostEvery(intervalMs: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      run()
    }, intervalMs)
  }
}
