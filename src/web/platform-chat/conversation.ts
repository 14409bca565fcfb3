import { type ReadonlySignal, signal } from '@preact/signals'
import type { AgentProfile, LiveEvent, Message } from '../../client/client.ts'
import { asRecord } from '../../core/json.ts'
import { platformError } from '../api/platform-error.ts'
import { spokenText } from '../chat-ui/markdown.tsx'
import {
  applyEvent,
  type ConversationState,
  callsOf,
  EMPTY,
  type IsSelf,
  isEmptyAnswer,
  mergeMessages,
  textOf,
} from './conversation-state.ts'
import { type ActionHandler, createActionRunner } from './frontend-actions.ts'
import { createMessageHistory, type MessageHistory } from './message-history.ts'
import { mustSignIn, type Session } from './session.ts'

/** The other side of a conversation. */
export interface Partner {
  type: 'user' | 'group'
  id: string
  name: string
  kind: 'agent' | 'group' | 'user'
  agent?: AgentProfile | undefined
}

/** A conversation between the user and a partner, kept up to date by live events. */
export interface Conversation extends MessageHistory {
  state: ReadonlySignal<ConversationState>
  /** For screen readers. */
  announcement: ReadonlySignal<string>
  /** Whether an agent has answered since the conversation was opened. */
  hasAnswered: ReadonlySignal<boolean>
  isSelf: IsSelf
  send(text: string): Promise<void>
  react(messageId: string, reaction: string, isMine: boolean): Promise<void>
  sendResult(messageId: string, toolCallId: string, result: unknown): Promise<void>
  close(): void
}

interface ConversationOptions {
  session: Session
  partner: Partner
  /** Whether a uid is the user's. Defaults to any uid but the partner's. */
  isSelf?: IsSelf | undefined
  /** Frontend actions to run here, by name. The results of others are sent with `sendResult`. */
  handlers?: Readonly<Record<string, ActionHandler>>
}

export function openConversation(options: ConversationOptions): Conversation {
  const { session, partner, handlers = {} } = options
  const { isSelf = (uid: string) => uid !== partner.id } = options
  const { client } = session
  const closing = new AbortController()
  const callOptions = { signal: closing.signal }
  const state = signal(EMPTY)
  const announcement = signal('')
  const hasAnswered = signal(false)
  /** A message whose response was lost: a retry reuses its muid, so that it is sent only once. */
  let unconfirmed: { text: string; muid: string } | undefined
  const actions = createActionRunner(handlers)

  const add = (messages: readonly Message[]) => {
    state.value = mergeMessages(state.value, messages)
  }

  /** Converts errors to `RequestError`. If the token is no longer accepted, the session fails. */
  async function attempt<T>(response: Promise<T>): Promise<T> {
    try {
      return await response
    } catch (thrown) {
      const error = platformError(thrown)
      if (mustSignIn(error)) session.fail(error)
      throw error
    }
  }

  const history = createMessageHistory({ client, partner, closed: closing.signal, add, attempt })

  async function sendResult(
    messageId: string,
    toolCallId: string,
    result: unknown,
    isError = false,
  ) {
    actions.onResultSent(messageId, toolCallId)
    const outcome = { toolCallId, result, ...(isError && { isError }) }
    add([await attempt(client.sendToolResult(messageId, outcome, callOptions))])
  }

  async function onMessage(message: Message) {
    announce(message)
    const pending = callsOf(state.value, message).filter(({ isPending }) => isPending)
    for (const { toolCallId } of pending) {
      const outcome = await actions.outcomeOf(toolCallId)
      // If sending fails, the call stays pending and its result can be sent by hand.
      if (outcome) await sendResult(message.id, toolCallId, ...outcome).catch(() => {})
    }
  }

  function announce(message: Message) {
    if (isSelf(message.sender ?? '') || message.category === 'custom') return
    if (isEmptyAnswer(message)) return
    const text = message.data?.text ?? ''
    // Only agents write Markdown.
    const spoken = message.runId === undefined ? text : spokenText(text)
    announcement.value = `${senderName(message)}: ${spoken}`
  }

  function onEvent(event: LiveEvent) {
    if (event.type === 'resync') state.value = EMPTY
    if (event.type === 'ready' || event.type === 'resync') void history.reload()
    if (!('conversationId' in event) || !isOf(event, partner, isSelf)) return
    state.value = applyEvent(state.value, event, isSelf)
    respond(event)
  }

  function respond(event: LiveEvent) {
    switch (event.type) {
      case 'run-started':
        hasAnswered.value = true
        actions.onRunStarted(event.runId, state.value.messages.get(event.messageId))
        announcement.value = `${partner.kind === 'agent' ? partner.name : event.agent} is answering.`
        break
      case 'tool-call':
        // Events that were missed are replayed first: their actions are not run again.
        if (session.connection.value === 'live') actions.onCall(event)
        break
      case 'message-sent':
        void onMessage(event.message)
        break
      case 'notice':
        announce(event.message)
        break
    }
  }

  const unsubscribe = session.listen(onEvent)
  void history.reload()

  return {
    ...history,
    state,
    announcement,
    hasAnswered,
    isSelf,
    async send(text) {
      if (unconfirmed?.text !== text) unconfirmed = { text, muid: randomId() }
      const { muid } = unconfirmed
      actions.onSent(muid)
      const to = { receiver: partner.id, receiverType: partner.type }
      add([await attempt(client.sendMessage({ ...to, data: { text }, muid }, callOptions))])
      unconfirmed = undefined
    },
    async react(messageId, reaction, isMine) {
      const change = isMine ? client.removeReaction : client.addReaction
      await attempt(change(messageId, reaction, callOptions))
    },
    sendResult,
    close() {
      closing.abort()
      unsubscribe()
    },
  }
}

export function senderName({ sender = '', data }: Message): string {
  const entity = asRecord(asRecord(asRecord(data?.entities).sender).entity)
  return textOf(entity.name) || sender
}

/** Hexadecimal. `crypto.randomUUID` is only available over HTTPS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function isOf(
  event: { guid: string; uids?: undefined } | { uids: [string, string]; guid?: undefined },
  { type, id }: Partner,
  isSelf: IsSelf,
) {
  if (event.guid !== undefined) return type === 'group' && event.guid === id
  return type === 'user' && event.uids.includes(id) && event.uids.some(isSelf)
}
