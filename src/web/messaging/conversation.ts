import { type ReadonlySignal, signal } from '@preact/signals'
import type { AgentProfile, LiveEvent, Message, MessagePage } from '../../client/client.ts'
import { PlatformClientError } from '../../client/client-error.ts'
import { platformError } from '../api/platform-error.ts'
import { spokenText } from '../conversation/markdown.tsx'
import {
  afterEvent,
  type ConversationState,
  callsOf,
  EMPTY,
  fieldsOf,
  type IsSelf,
  isEmptyAnswer,
  textOf,
  withMessages,
} from './conversation-state.ts'
import { type CallHandler, frontendCalls } from './frontend-calls.ts'
import type { Session } from './session.ts'

const PAGE = 50

/** Whom one talks to. */
export interface Partner {
  type: 'user' | 'group'
  id: string
  name: string
  kind: 'agent' | 'group' | 'user'
  agent?: AgentProfile | undefined
}

/** What a user and a partner say to one another, as it is said. */
export interface Conversation {
  state: ReadonlySignal<ConversationState>
  isLoaded: ReadonlySignal<boolean>
  hasEarlier: ReadonlySignal<boolean>
  error: ReadonlySignal<unknown>
  /** For those who listen to the page. */
  announcement: ReadonlySignal<string>
  isSelf: IsSelf
  reload(): Promise<void>
  loadEarlier(): Promise<void>
  send(text: string): Promise<void>
  react(messageId: string, reaction: string, isMine: boolean): Promise<void>
  handBack(messageId: string, toolCallId: string, result: unknown): Promise<void>
  close(): void
}

interface ConversationOptions {
  session: Session
  partner: Partner
  /** Whether a uid is the user's; of two who talk it is the one who is not the partner. */
  isSelf?: IsSelf | undefined
  /** Run the frontend actions that this side knows, by name; results of others are handed back. */
  handlers?: Readonly<Record<string, CallHandler>>
}

export function openConversation(options: ConversationOptions): Conversation {
  const { session, partner, handlers = {} } = options
  const { isSelf = (uid: string) => uid !== partner.id } = options
  const { client } = session
  const end = new AbortController()
  const callOptions = { signal: end.signal }
  const state = signal(EMPTY)
  const isLoaded = signal(false)
  const hasEarlier = signal(false)
  const error = signal<unknown>(undefined)
  const announcement = signal('')
  let pages: AsyncGenerator<MessagePage> | undefined
  /** Of a text that may have been sent already, though nobody said so. */
  let unsure: { text: string; muid: string } | undefined
  const calls = frontendCalls(handlers)

  const history = () => {
    const query = { ...callOptions, affix: 'prepend', limit: PAGE } as const
    return partner.type === 'group'
      ? client.listGroupMessages(partner.id, query)
      : client.listUserMessages(partner.id, query)
  }

  const add = (messages: readonly Message[]) => {
    state.value = withMessages(state.value, messages)
  }

  /** Errors as the page shows them. A token that is no longer good is the end of the session. */
  async function attempt<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (thrown) {
      if (isUnauthorized(thrown)) session.fail(thrown)
      throw platformError(thrown)
    }
  }

  async function loadFrom(from: AsyncGenerator<MessagePage>) {
    const { done, value } = await attempt(from.next())
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
      if (!end.signal.aborted) error.value = failed
      pages = isLoaded.value ? pages : undefined
    }
  }

  async function handBack(messageId: string, toolCallId: string, result: unknown, isError = false) {
    calls.onHandedBack(messageId, toolCallId)
    const outcome = { toolCallId, result, ...(isError && { isError }) }
    add([await attempt(client.sendToolResult(messageId, outcome, callOptions))])
  }

  async function onMessage(message: Message) {
    announce(message)
    const left = callsOf(state.value, message).filter(({ isLeft }) => isLeft)
    for (const { id } of left) {
      const outcome = await calls.outcomeOf(id)
      // A result that does not get through waits at its call, to be handed back by hand.
      if (outcome) await handBack(message.id, id, ...outcome).catch(() => {})
    }
  }

  function announce(message: Message) {
    if (isSelf(message.sender ?? '') || message.category === 'custom') return
    if (isEmptyAnswer(message)) return
    const text = message.data?.text ?? ''
    // Agents write Markdown; what people write is shown as it is.
    const spoken = message.runId === undefined ? text : spokenText(text)
    announcement.value = `${senderName(message)}: ${spoken}`
  }

  function onEvent(event: LiveEvent) {
    if (event.type === 'resync') state.value = EMPTY
    if (event.type === 'ready' || event.type === 'resync') void reload()
    if (!('conversationId' in event) || !isOf(event, partner, isSelf)) return
    state.value = afterEvent(state.value, event, isSelf)
    respond(event)
  }

  function respond(event: LiveEvent) {
    switch (event.type) {
      case 'run-started':
        calls.onRunStarted(event.runId, state.value.messages.get(event.messageId))
        announcement.value = `${partner.kind === 'agent' ? partner.name : event.agent} is answering.`
        break
      case 'tool-call':
        // What was missed is told of now; it did not happen now.
        if (session.connection.value === 'live') calls.onCall(event)
        break
      case 'message-sent':
        void onMessage(event.message)
        break
      case 'notice':
        announce(event.message)
        break
    }
  }

  const leave = session.listen(onEvent)
  void reload()

  return {
    state,
    isLoaded,
    hasEarlier,
    error,
    announcement,
    isSelf,
    reload,
    loadEarlier: async () => {
      if (pages) await loadFrom(pages)
    },
    async send(text) {
      if (unsure?.text !== text) unsure = { text, muid: randomId() }
      const { muid } = unsure
      calls.onSent(muid)
      const to = { receiver: partner.id, receiverType: partner.type }
      add([await attempt(client.sendMessage({ ...to, data: { text }, muid }, callOptions))])
      unsure = undefined
    },
    async react(messageId, reaction, isMine) {
      const change = isMine ? client.removeReaction : client.addReaction
      await attempt(change(messageId, reaction, callOptions))
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

/** Hexadecimal; `randomUUID` is there over HTTPS alone. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the user has to sign in again. */
function isUnauthorized(error: unknown): boolean {
  return error instanceof PlatformClientError && (error.status === 401 || error.code === 'no-token')
}

function isOf(
  event: { guid: string; uids?: undefined } | { uids: [string, string]; guid?: undefined },
  { type, id }: Partner,
  isSelf: IsSelf,
) {
  if (event.guid !== undefined) return type === 'group' && event.guid === id
  return type === 'user' && event.uids.includes(id) && event.uids.some(isSelf)
}
