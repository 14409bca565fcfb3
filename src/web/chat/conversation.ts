import { computed, type Signal, signal } from '@preact/signals'
import type { RunEvent } from '../../core/run.ts'
import { RequestError } from '../api/request.ts'
import { randomId, readStorage, writeStorage } from '../browser/storage.ts'
import { triggerConfetti } from '../transcript/confetti.ts'
import {
  applyRunEvent,
  endAnswer,
  newAnswer,
  type TranscriptMessage,
} from '../transcript/conversation.ts'
import { userMessage } from '../ui/notice.tsx'
import { askOwnAgent, type ChatQuestion } from './run-agent.ts'
import {
  asInterrupted,
  findConversation,
  lastWithin,
  removeConversation,
  type StoredConversation,
  storeConversation,
} from './stored-conversations.ts'

/** How often a growing answer is shown, and how often the conversation is stored meanwhile. */
const SHOW_INTERVAL_MS = 40
const STORE_INTERVAL_MS = 1_000

// Well below the limits of the service, so that a visitor never exceeds those.
const MAX_MESSAGES = 500
const MAX_CHARACTERS = 100_000
const MAX_QUESTION_CHARACTERS = 20_000

const AGENT_NAME = 'Launchboard'

type AgentConversation = ReturnType<typeof createConversation>

/** A conversation with the service's own agent. It continues while another one is shown. */
function createConversation(initial: StoredConversation) {
  const { id } = initial
  const messages = signal(initial.messages)
  const draft = signal(initial.draft)
  const failure = signal<unknown>(undefined)
  const isAnswering = computed(() => messages.value.at(-1)?.state === 'streaming')
  let running = new AbortController()
  let isLeaving = false
  const { editing, edit, takeBefore, typed } = createEditing(messages, draft)
  let { updatedAt } = initial

  function store() {
    if (messages.value.length === 0 && typed() === '') return removeConversation(id)
    storeConversation({ id, updatedAt, messages: messages.value, draft: typed() })
  }
  const storeSoon = throttle(STORE_INTERVAL_MS, store)

  whenLeft(
    () => {
      isLeaving = true
      store()
    },
    () => {
      isLeaving = false
      running.abort()
      messages.value = messages.value.map(asInterrupted)
    },
  )

  function show(answer: TranscriptMessage) {
    messages.value = [...messages.value.slice(0, -1), answer]
    if (answer.state === 'streaming') return storeSoon()
    store()
  }

  /** Runs the agent for the last question and shows its answer as it streams. */
  async function start() {
    const question = { threadId: id, runId: randomId(), messages: historyOf(messages.value) }
    let answer = newAnswer(randomId(), AGENT_NAME)
    messages.value = [...messages.value, answer]
    failure.value = undefined
    updatedAt = Date.now()
    store()
    running = new AbortController()
    const { signal } = running
    const showSoon = throttle(SHOW_INTERVAL_MS, () => {
      if (!signal.aborted && isAnswering.value) show(answer)
    })

    try {
      for await (const event of askOwnAgent(question, signal)) {
        throwConfetti(event)
        answer = applyRunEvent(answer, event)
        showSoon()
      }
    } catch (error) {
      if (signal.aborted || isLeaving) return
      failure.value = error
      answer = endAnswer(answer, 'failed', userMessage(error))
    }
    if (!signal.aborted) show(answer)
  }

  return {
    id,
    messages,
    draft,
    editing,
    edit,
    failure,

    async send(text: string) {
      checkLength(text)
      if (isAnswering.value) return
      messages.value = [...takeBefore(), { ...newAnswer(randomId(), 'You'), ...QUESTION, text }]
      void start()
    },

    askAgain() {
      if (isAnswering.value || messages.value.at(-1)?.isOwn !== false) return
      messages.value = messages.value.slice(0, -1)
      void start()
    },

    stop() {
      const answer = messages.value.at(-1)
      if (!answer || !isAnswering.value) return
      running.abort()
      show(endAnswer(answer, 'stopped'))
    },

    /** Ends the answer without storing anything: the conversation was deleted. */
    abandon() {
      running.abort()
      messages.value = []
      draft.value = ''
    },
  }
}

/** The last question in the field, in the place of what was typed before. */
function createEditing(messages: Signal<readonly TranscriptMessage[]>, draft: Signal<string>) {
  const editing = signal<TranscriptMessage>()
  let typedBefore = ''
  return {
    editing,
    edit(isEditing: boolean) {
      if (isEditing && !editing.value) typedBefore = draft.value
      editing.value = isEditing ? messages.value.findLast(({ isOwn }) => isOwn) : undefined
      draft.value = editing.value?.text ?? typedBefore
    },
    /** What the next message follows: it replaces a question that is edited. */
    takeBefore() {
      const { value } = editing
      editing.value = undefined
      return value ? messages.value.slice(0, messages.value.indexOf(value)) : messages.value
    },
    typed: () => (editing.value ? typedBefore : draft.value),
  }
}

/** When the page is left, and when the browser restores it from its cache, which has closed the connection. */
function whenLeft(leave: () => void, restore: () => void) {
  addEventListener('pagehide', leave)
  addEventListener('pageshow', ({ persisted }) => persisted && restore())
}

function checkLength({ length }: string) {
  if (length <= MAX_QUESTION_CHARACTERS) return
  throw new RequestError(`A message can have at most ${MAX_QUESTION_CHARACTERS} characters.`)
}

const QUESTION = { isOwn: true, kind: 'text', state: 'complete' } as const

/** The conversation as sent to the agent, without its oldest messages if it is too long. */
function historyOf(messages: readonly TranscriptMessage[]): ChatQuestion['messages'] {
  const said = messages.filter(({ text }) => text !== '').slice(-MAX_MESSAGES)
  return lastWithin(MAX_CHARACTERS, said, ({ text }) => text.length).map(({ id, isOwn, text }) => ({
    id,
    role: isOwn ? 'user' : 'assistant',
    content: text,
  }))
}

function throwConfetti(event: RunEvent) {
  const isConfetti = event.type === 'tool-call' && event.toolName === 'triggerConfetti'
  if (isConfetti) triggerConfetti(event.input)
}

/** Runs at most once per interval. Animation frames would stop in hidden tabs. */
function throttle(intervalMs: number, run: () => void) {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      run()
    }, intervalMs)
  }
}

/** The conversation that this tab shows: a reload shows it again. */
const SHOWN_KEY = 'launchboard-chat'

/** Those that were shown since the page was loaded: their answers continue. */
const opened = new Map<string, AgentConversation>()

export const shownConversation = signal(openedConversation(readStorage('session', SHOWN_KEY)))

/** Shows a stored conversation, or else a new one. */
export function showConversation(id?: string): void {
  shownConversation.value = openedConversation(id)
}

/** Returns what undoes it. */
export function deleteConversation(id: string): (() => void) | undefined {
  const conversation = findConversation(id)
  opened.get(id)?.abandon()
  opened.delete(id)
  removeConversation(id)
  if (shownConversation.value.id === id) showConversation()
  if (!conversation) return undefined
  return () => {
    storeConversation(conversation)
    showConversation(id)
  }
}

function openedConversation(id: string | undefined): AgentConversation {
  const stored = id === undefined ? undefined : findConversation(id)
  const empty = { id: randomId(), updatedAt: Date.now(), messages: [], draft: '' }
  const conversation = opened.get(stored?.id ?? '') ?? createConversation(stored ?? empty)
  opened.set(conversation.id, conversation)
  writeStorage('session', SHOWN_KEY, conversation.id)
  return conversation
}
