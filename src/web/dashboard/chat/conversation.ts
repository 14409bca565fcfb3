import { type ReadonlySignal, signal } from '@preact/signals'
import type { LiveEvent, Message, MessagePage } from '../../../platform/client.ts'
import { celebrate } from '../../conversation/celebrate.ts'
import { spokenText } from '../../conversation/markdown.tsx'
import {
  afterEvent,
  type ConversationState,
  callsOf,
  EMPTY,
  fieldsOf,
  textOf,
  withMessages,
} from './conversation-state.ts'
import { type Partner, randomId } from './people.ts'
import { requestError, type Session } from './session.ts'

const PAGE = 50
const CONFETTI = 'triggerConfetti'

/** What a user and a partner say to one another, as it is said. */
export interface Conversation {
  state: ReadonlySignal<ConversationState>
  isLoaded: ReadonlySignal<boolean>
  hasEarlier: ReadonlySignal<boolean>
  error: ReadonlySignal<unknown>
  /** For those who listen to the page. */
  announcement: ReadonlySignal<string>
  reload(): Promise<void>
  loadEarlier(): Promise<void>
  send(text: string): Promise<void>
  react(messageId: string, reaction: string, isMine: boolean): Promise<void>
  handBack(messageId: string, toolCallId: string, result: unknown): Promise<void>
  close(): void
}

export function openConversation(session: Session, partner: Partner): Conversation {
  const { uid: self, client } = session
  const end = new AbortController()
  const options = { signal: end.signal }
  const state = signal(EMPTY)
  const isLoaded = signal(false)
  const hasEarlier = signal(false)
  const error = signal<unknown>(undefined)
  const announcement = signal('')
  let pages: AsyncGenerator<MessagePage> | undefined
  /** Of a text that may have been sent already, though nobody said so. */
  let unsure: { text: string; muid: string } | undefined
  const ownRuns = new Set<string>()
  const thrown = new Set<string>()

  const history = () => {
    const query = { ...options, affix: 'prepend', limit: PAGE } as const
    return partner.type === 'group'
      ? client.listGroupMessages(partner.id, query)
      : client.listUserMessages(partner.id, query)
  }

  const add = (messages: readonly Message[]) => {
    state.value = withMessages(state.value, messages)
  }

  async function loadFrom(from: AsyncGenerator<MessagePage>) {
    const { done, value } = await from.next()
    if (end.signal.aborted) return
    if (!done) add(value.messages)
    if (from === pages) hasEarlier.value = !done && value.messages.length >= PAGE
  }

  async function reload() {
    error.value = undefined
    try {
      const latest = history()
      pages ??= latest
      await loadFrom(latest)
      isLoaded.value = true
    } catch (failed) {
      if (!end.signal.aborted) error.value = requestError(failed)
      pages = isLoaded.value ? pages : undefined
    }
  }

  async function handBack(messageId: string, toolCallId: string, result: unknown) {
    const outcome = { toolCallId, result }
    add([await told(client.sendToolResult(messageId, outcome, options))])
  }

  /** Confetti was ordered by the answer to a message of this user, just now. */
  function throwConfetti(event: Extract<LiveEvent, { type: 'tool-call' }>) {
    const isOwn = ownRuns.has(event.runId) && event.fault === null
    if (!isOwn || event.name !== CONFETTI || session.connection.value !== 'live') return
    thrown.add(event.toolCallId)
    void celebrate(event.args)
  }

  function onRunStarted({ runId, agent, messageId }: Extract<LiveEvent, { type: 'run-started' }>) {
    const asked = state.value.messages.get(messageId)
    if (asked?.sender === self) ownRuns.add(runId)
    announcement.value = `${partner.kind === 'agent' ? partner.name : agent} is answering.`
  }

  function onMessage(message: Message) {
    const left = callsOf(state.value, message).filter(({ id, isLeft }) => isLeft && thrown.has(id))
    for (const { id } of left) handBack(message.id, id, { thrown: true }).catch(() => {})
    const isSaid = message.category === 'message' || message.type === 'notice'
    if (message.sender === self || !isSaid) return
    const text = message.data?.text ?? ''
    // Agents write Markdown; what people write is shown as it is.
    const spoken = message.runId === undefined ? text : spokenText(text)
    announcement.value = `${senderName(message)}: ${spoken}`
  }

  function onEvent(event: LiveEvent) {
    if (event.type === 'resync') state.value = EMPTY
    if (event.type === 'ready' || event.type === 'resync') void reload()
    if (!('conversationId' in event) || !isOf(event, partner, self)) return
    state.value = afterEvent(state.value, event, self)
    if (event.type === 'run-started') onRunStarted(event)
    if (event.type === 'tool-call') throwConfetti(event)
    if (event.type === 'message-sent' || event.type === 'notice') onMessage(event.message)
  }

  const leave = session.listen(onEvent)
  void reload()

  return {
    state,
    isLoaded,
    hasEarlier,
    error,
    announcement,
    reload,
    loadEarlier: async () => {
      if (pages) await told(loadFrom(pages))
    },
    async send(text) {
      if (unsure?.text !== text) unsure = { text, muid: randomId() }
      const { muid } = unsure
      const to = { receiver: partner.id, receiverType: partner.type }
      add([await told(client.sendMessage({ ...to, data: { text }, muid }, options))])
      unsure = undefined
    },
    async react(messageId, reaction, isMine) {
      const change = isMine ? client.removeReaction : client.addReaction
      await told(change(messageId, reaction, options))
    },
    handBack,
    close() {
      end.abort()
      leave()
    },
  }
}

export function senderName({ sender = '', data }: Message): string {
  const entity = fieldsOf(fieldsOf(fieldsOf(data?.entities).sender).entity)
  return textOf(entity.name) || sender
}

function isOf(
  event: { guid: string; uids?: undefined } | { uids: [string, string]; guid?: undefined },
  { type, id }: Partner,
  self: string,
) {
  if (event.guid !== undefined) return type === 'group' && event.guid === id
  const [one, other] = event.uids
  return type === 'user' && ((one === id && other === self) || (one === self && other === id))
}

function told<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw requestError(error)
  })
}
