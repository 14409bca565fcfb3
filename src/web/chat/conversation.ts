import { computed, signal } from '@preact/signals'
import { RequestError } from '../api/request-error.ts'
import { triggerConfetti } from '../chat-ui/confetti.ts'
import { spokenText } from '../chat-ui/markdown.tsx'
import { errorMessage } from '../ui/error-notice.tsx'
import {
  type Answer,
  applyStreamEvent,
  type ChatMessage,
  callOf,
  endAnswer,
  textOf,
} from './answer.ts'
import { askAgent } from './ask-agent.ts'
import { historyOf } from './history.ts'
import {
  EMPTY,
  loadConversation,
  markInterrupted,
  storeConversation,
} from './stored-conversation.ts'
import type { StreamEvent } from './stream-event.ts'

/** Hidden tabs have no animation frames. */
const HIDDEN_INTERVAL_MS = 250
const SAVE_INTERVAL_MS = 1_000

/**
 * The conversation with the service's own agent. It lasts as long as the tab: it continues while
 * another page is shown, and is restored after a reload.
 */
export function createConversation() {
  const state = createState()
  const { messages, draft, announcement, needsAccess } = state
  const saver = createSaver(state)
  const answering = createAnswering(state, saver)
  const isAnswering = computed(() => lastAnswer(messages.value)?.state === 'streaming')

  return {
    messages,
    draft,
    isAnswering,
    announcement,
    /** Whether the last question failed because the service requires a (new) access token. */
    needsAccess,

    setDraft(text: string) {
      draft.value = text
      saver.soon()
    },

    send(text: string) {
      if (isAnswering.value) return
      const id = createId('user')
      messages.value = [...messages.value, { id, author: 'user', text }]
      void answering.start()
    },

    /** Repeats the last question and replaces its answer. */
    retry() {
      if (isAnswering.value || !lastAnswer(messages.value)) return
      messages.value = messages.value.slice(0, -1)
      void answering.start()
    },

    stop() {
      const answer = lastAnswer(messages.value)
      if (answer && isAnswering.value) answering.stop(answer)
    },

    reset() {
      answering.abort()
      messages.value = EMPTY.messages
      state.threadId = undefined
      announcement.value = ''
      needsAccess.value = false
      saver.now()
    },
  }
}

function createState() {
  const { messages, draft, threadId } = loadConversation()
  return {
    messages: signal(messages),
    draft: signal(draft),
    announcement: signal(''),
    needsAccess: signal(false),
    threadId,
  }
}

type State = ReturnType<typeof createState>

/** Stores the conversation at once, or within the next second. */
function createSaver(state: State) {
  const now = () => {
    const { messages, draft, threadId } = state
    storeConversation({ messages: messages.value, draft: draft.value, threadId })
  }
  return { now, soon: throttle(SAVE_INTERVAL_MS, now) }
}

type Saver = ReturnType<typeof createSaver>

/** Runs the agent for the last question and shows its answer as it streams. */
function createAnswering(state: State, saver: Saver) {
  const { messages, announcement, needsAccess } = state
  let running = new AbortController()
  let isLeaving = false
  addEventListener('pagehide', () => {
    isLeaving = true
    saver.now()
  })
  // The browser restored the page from its cache, which has closed the connection.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isLeaving = false
    running.abort()
    messages.value = messages.value.map(markInterrupted)
  })

  function show(answer: Answer) {
    messages.value = [...messages.value.slice(0, -1), answer]
    if (answer.state === 'streaming') return saver.soon()
    announcement.value = endAnnouncement(answer)
    saver.now()
  }

  async function start() {
    const history = historyOf(messages.value)
    const id = createId('agent')
    let answer: Answer = { id, author: 'agent', parts: [], state: 'streaming' }
    messages.value = [...messages.value, answer]
    announcement.value = 'Launchboard is answering'
    needsAccess.value = false
    saver.now()
    running = new AbortController()
    const { signal } = running
    const frames = oncePerFrame(() => signal.aborted || show(answer))

    try {
      const question = { messages: history, thread_id: state.threadId }
      for await (const events of askAgent(question, signal)) {
        for (const event of events) {
          answer = applyStreamEvent(answer, event)
          onEvent(answer, event)
        }
        frames.request()
      }
    } catch (error) {
      if (signal.aborted || isLeaving) return
      needsAccess.value = error instanceof RequestError && error.status === 401
      answer = endAnswer(answer, 'failed', errorMessage(error))
    }
    frames.cancel()
    if (!signal.aborted) show(answer)
  }

  function onEvent(answer: Answer, event: StreamEvent) {
    if (event.type === 'text_start') state.threadId = event.threadId ?? state.threadId
    if (event.type !== 'tool_call_end') return
    const call = callOf(answer, event.toolCallId)
    if (call?.toolName === 'triggerConfetti') triggerConfetti(call.args)
  }

  return {
    start,
    abort: () => running.abort(),
    stop(answer: Answer) {
      running.abort()
      show(endAnswer(answer, 'stopped'))
    },
  }
}

let idCount = 0

/** Unique across reloads, because messages are stored. */
function createId(author: string) {
  idCount += 1
  return `${author}-${Date.now()}-${idCount}`
}

function lastAnswer(messages: readonly ChatMessage[]): Answer | undefined {
  const last = messages.at(-1)
  return last?.author === 'agent' ? last : undefined
}

function endAnnouncement(answer: Answer): string {
  if (answer.state === 'stopped') return 'Stopped'
  // The error message is an alert itself.
  if (answer.state === 'failed') return ''
  return spokenText(textOf(answer)) || 'Launchboard has answered'
}

/** Runs at most once per animation frame, however often it is requested. */
function oncePerFrame(run: () => void) {
  let cancel: (() => void) | undefined
  return {
    request() {
      if (cancel) return
      const onFrame = () => {
        cancel = undefined
        run()
      }
      if (document.hidden) {
        const timer = setTimeout(onFrame, HIDDEN_INTERVAL_MS)
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

function throttle(intervalMs: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      run()
    }, intervalMs)
  }
}
