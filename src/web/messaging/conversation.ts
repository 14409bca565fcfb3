import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { LiveEvent, Message, PlatformClient, StreamEvent } from '../../platform/client.ts'
import { type Entry, toEntry } from './entry.ts'
import { grow } from './growing-answers.ts'
import { type CallHandler, handleCalls } from './handle-calls.ts'
import { outgoing } from './outgoing.ts'
import { storedMessages } from './stored-messages.ts'

const PAGE = 50

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'ended'

export interface ConversationOptions {
  /** Makes the client of the user who speaks; `onRetry` is for when it loses its connection. */
  openClient(onRetry: () => void): PlatformClient
  /** Who speaks; of two users it is the one who is not the receiver, so that nobody has to know. */
  uid?: string | undefined
  /** A uid or a guid. */
  receiver: string
  receiverType: 'user' | 'group'
  /** Is called as soon as an agent calls a tool, whoever runs it. */
  onToolCall?: ((name: string, args: Readonly<Record<string, unknown>>) => void) | undefined
  /** Run the frontend actions that this side knows; other calls wait for `handBack`. */
  handlers?: Readonly<Record<string, CallHandler>> | undefined
}

export interface Conversation {
  entries: ReadonlySignal<readonly Entry[]>
  connection: ReadonlySignal<Connection>
  /** Why the conversation could not be read, or is no longer followed. */
  error: ReadonlySignal<unknown>
  hasEarlier: ReadonlySignal<boolean>
  send(text: string): Promise<void>
  resend(key: string): Promise<void>
  loadEarlier(): Promise<void>
  /** Adds a reaction, or takes it away where it is one's own. */
  react(entry: Entry, reaction: string): Promise<void>
  /** Hands back what a frontend action came to. */
  handBack(entry: Entry, toolCallId: string, result: unknown, isError?: boolean): Promise<void>
  close(): void
}

/**
 * One conversation of a user, followed as it happens: what was said, what is being said, and what is
 * on its way. Everything comes in as events, one's own messages too, so two windows show the same.
 */
export function openConversation(options: ConversationOptions): Conversation {
  const { uid, receiver, receiverType, handlers = {}, onToolCall } = options
  const isMine = (sender: string) => (uid === undefined ? sender !== receiver : sender === uid)
  const stored = storedMessages(isMine)
  const growing = signal<ReadonlyMap<string, Entry>>(new Map())
  const connection = signal<Connection>('connecting')
  const error = signal<unknown>(undefined)
  const hasEarlier = signal(false)
  const closing = new AbortController()
  const { signal: closed } = closing
  const client = options.openClient(() => {
    connection.value = 'reconnecting'
  })
  let isRead = false
  /** What was sent from here: only the window that asked runs what the answer calls. */
  const sentHere = new Set<string>()
  const sending = outgoing(async (text, muid) => {
    const message = { receiver, receiverType, data: { text }, muid }
    keepSent(await client.sendMessage(message, { signal: closed }))
  })

  function keepSent(message: Message) {
    sentHere.add(message.id)
    if (!stored.get(message.id)) stored.add(message)
  }

  async function load(before?: string) {
    const page = { affix: 'prepend', id: before, limit: PAGE, signal: closed } as const
    const pages =
      receiverType === 'group'
        ? client.listGroupMessages(receiver, page)
        : client.listUserMessages(receiver, page)
    const { messages = [], previous = undefined } = (await pages.next()).value ?? {}
    batch(() => {
      stored.add(...messages)
      hasEarlier.value = previous !== undefined && messages.length === PAGE
    })
  }

  async function follow() {
    for await (const event of client.events({ signal: closed })) {
      if (!('conversationId' in event)) await onStream(event)
      else if (isHere(event, options)) apply(event)
    }
  }

  /** Listening first and reading then, nothing falls between the two. */
  async function onStream({ type }: StreamEvent) {
    if (type === 'resync') isRead = false
    if (type === 'ready' && !isRead) await load()
    isRead = isRead || type === 'ready'
    connection.value = type === 'ready' ? 'live' : 'reconnecting'
  }

  function apply(event: LiveEvent) {
    batch(() => {
      growing.value = grow(growing.value, event)
      if (isMessageEvent(event)) {
        stored.add(event.message)
        sending.onStored(event.message.muid)
      } else if (event.type === 'reaction-added' || event.type === 'reaction-removed') {
        stored.countReaction(event)
      }
    })
    if (event.type === 'tool-call' && event.fault === null && event.args) {
      onToolCall?.(event.name, event.args)
    }
    if (event.type === 'message-sent') void runCalls(event.message)
  }

  /** In the window that asked, and only for answers that came while it was open. */
  async function runCalls(message: Message) {
    const asked = Object(message.data?.answer).replyTo
    if (!sentHere.has(String(asked))) return
    const entry = toEntry(message, isMine)
    await handleCalls(entry, handlers, (id, ...outcome) => handBack(entry, id, ...outcome))
  }

  async function handBack(entry: Entry, toolCallId: string, result: unknown, isError = false) {
    if (entry.id === undefined) return
    const outcome = { toolCallId, result, ...(isError && { isError }) }
    keepSent(await client.sendToolResult(entry.id, outcome, { signal: closed }))
  }

  follow().catch((cause: unknown) => {
    if (closed.aborted) return
    batch(() => {
      error.value = cause
      connection.value = 'ended'
    })
  })

  return {
    entries: computed(() => [
      ...stored.entries.value,
      ...growing.value.values(),
      ...sending.entries.value,
    ]),
    connection,
    error,
    hasEarlier,
    send: sending.send,
    resend: sending.resend,
    loadEarlier: () => load(stored.oldestId()),
    async react({ id, reactions }, reaction) {
      if (id === undefined) return
      const isMine = reactions.some((one) => one.reaction === reaction && one.isMine)
      const change = isMine ? client.removeReaction : client.addReaction
      await change(id, reaction, { signal: closed })
    },
    handBack,
    close: () => closing.abort(),
  }
}

type MessageEvent = Extract<LiveEvent, { message: Message }>

function isMessageEvent(event: LiveEvent): event is MessageEvent {
  return event.type === 'notice' || event.type.startsWith('message-')
}

function isHere(
  event: Extract<LiveEvent, { conversationId: string }>,
  { receiver, receiverType }: ConversationOptions,
) {
  if (event.guid !== undefined) return receiverType === 'group' && event.guid === receiver
  return receiverType === 'user' && event.uids.includes(receiver)
}
