import { batch, computed, signal } from '@preact/signals'
import type { AgentProfile, LiveEvent, Message } from '../../client/client.ts'
import { asRecord } from '../../core/json.ts'
import { platformError, RequestError } from '../api/request.ts'
import { randomId } from '../browser/storage.ts'
import type { TranscriptMessage as ShownMessage } from '../transcript/conversation.ts'
import {
  applyEvent,
  applyToRuns,
  callsOf,
  EMPTY,
  mergeMessages,
  type Runs,
  toMessages,
  type Viewer,
} from './conversation-state.ts'
import { mustSignIn, type Session } from './session.ts'

const PAGE_SIZE = 50

/** The other side of a conversation. */
export interface Partner {
  type: 'user' | 'group'
  id: string
  name: string
  kind: 'agent' | 'group' | 'user'
  agent?: AgentProfile | undefined
}

export function agentPartner(agent: AgentProfile): Partner {
  return { type: 'user', id: agent.uid, name: agent.name, kind: 'agent', agent }
}

export interface ConversationOptions {
  session: Session
  partner: Partner
  viewer: Viewer
  /** Frontend actions to run here, by name. */
  handlers: Readonly<Record<string, ActionHandler>>
  /** What the user typed earlier and has not sent. */
  draft?: string | undefined
  /** An error as a sentence for this user. */
  explain?: (error: unknown) => string
}

type Pages = AsyncGenerator<{ data: Message[] }>

export type PlatformConversation = ReturnType<typeof openConversation>

/** A conversation between the user and a partner, kept up to date by live events. */
export function openConversation(options: ConversationOptions) {
  const { session, partner, viewer, explain } = options
  const { client } = session
  const closing = new AbortController()
  const callOptions = { signal: closing.signal }
  const attempt = createAttempt(session, explain)
  const stored = signal(EMPTY)
  const runs = signal<Runs>(new Map())
  const shown = computed(() => toMessages(stored.value, viewer))
  /** Whether an agent has answered since the conversation was opened. */
  const hasAnswered = signal(false)
  const actions = createActionRunner(options.handlers)
  /** A message whose response was lost: a retry reuses its muid, so that it is sent only once. */
  let unconfirmed: { text: string; muid: string } | undefined

  const add = (messages: readonly Message[]) => {
    stored.value = mergeMessages(stored.value, messages)
  }
  const { reload, ...pages } = createPages(options, { attempt, add, signal: closing.signal })

  async function send(text: string) {
    if (unconfirmed?.text !== text) unconfirmed = { text, muid: randomId() }
    const { muid } = unconfirmed
    actions.onSent(muid)
    const body = { receiver: partner.id, receiverType: partner.type, data: { text }, muid }
    const sent = client.api.POST('/v3/messages', { body, ...callOptions })
    add([(await attempt(sent).catch(keepMessage)).data])
    unconfirmed = undefined
  }

  async function sendResult(id: string, toolCallId: string, result: unknown, isError = false) {
    actions.onResultSent(id, toolCallId)
    const body = { toolCallId, result, ...(isError && { isError }) }
    const init = { params: { path: { id } }, body, ...callOptions }
    add([(await attempt(client.api.POST('/v3/messages/{id}/tool-results', init))).data])
  }

  /** Sends the results of the actions that have run here. */
  async function onMessage(message: Message) {
    for (const { toolCallId, needsResult } of callsOf(stored.value, message)) {
      const outcome = needsResult && (await actions.outcomeOf(toolCallId))
      // If sending fails, the call stays pending and its result can be sent by hand.
      if (outcome) await sendResult(message.id, toolCallId, ...outcome).catch(() => {})
    }
  }

  function onEvent(event: LiveEvent) {
    if (event.type === 'resync') stored.value = EMPTY
    if (event.type === 'ready' || event.type === 'resync') void reload()
    if (!('conversationId' in event) || !isOf(event, partner, viewer)) return
    batch(() => {
      stored.value = applyEvent(stored.value, event, viewer)
      runs.value = applyToRuns(runs.value, event, viewer.nameOf)
    })
    respond(event)
  }

  function respond(event: LiveEvent) {
    switch (event.type) {
      case 'run-start':
        hasAnswered.value = true
        actions.onRunStarted(event.runId, stored.value.messages.get(event.replyTo))
        break
      case 'tool-call':
        // Events that were missed are replayed first: their actions are not run again.
        if (session.connection.value === 'live') actions.onCall(event)
        break
      case 'message-sent':
        void onMessage(event.message)
        break
    }
  }

  const unsubscribe = session.listen(onEvent)
  void reload()

  return {
    messages: computed(() =>
      [...shown.value, ...runs.value.values()].map((one) => explained(one, explain)),
    ),
    draft: signal(options.draft ?? ''),
    ...pages,
    hasAnswered,
    reload,
    send,
    sendResult,
    async react(messageId: string, reaction: string, isMine: boolean) {
      const { DELETE, POST } = client.api
      const init = { params: { path: { id: messageId, reaction } }, ...callOptions }
      const path = '/v3/messages/{id}/reactions/{reaction}'
      await attempt(isMine ? DELETE(path, init) : POST(path, init))
    },
    close() {
      closing.abort()
      unsubscribe()
    },
  }
}

type Attempt = <T>(response: Promise<T>) => Promise<T>

/** Errors are for this user. If the token is no longer accepted, the session fails. */
function createAttempt(session: Session, explain: ConversationOptions['explain']): Attempt {
  return async (response) => {
    try {
      return await response
    } catch (thrown) {
      const error = platformError(thrown)
      if (mustSignIn(error)) {
        session.fail(error)
        throw new RequestError(SHOWN_BY_SESSION, { cause: error })
      }
      const isInvalid = error instanceof RequestError && error.status === 400
      throw isInvalid || !explain ? error : new RequestError(explain(error), { cause: error })
    }
  }
}

interface PagesDeps {
  attempt: Attempt
  add: (messages: readonly Message[]) => void
  signal: AbortSignal
}

/** What is stored of a conversation, page by page, from the latest on. */
function createPages({ session, partner }: ConversationOptions, deps: PagesDeps) {
  const { attempt, add } = deps
  const isLoaded = signal(false)
  const hasEarlier = signal(false)
  /** Why the latest messages could not be loaded. */
  const error = signal<unknown>(undefined)
  let pages: Pages | undefined

  const listPages = () => {
    const { pages } = session.client
    const { id, type } = partner
    const query = { affix: 'prepend', limit: PAGE_SIZE } as const
    const options = { signal: deps.signal }
    return type === 'group'
      ? pages('/v3/groups/{guid}/messages', { params: { path: { guid: id }, query }, ...options })
      : pages('/v3/users/{uid}/messages', { params: { path: { uid: id }, query }, ...options })
  }

  async function loadFrom(from: Pages) {
    const { done, value } = await attempt(from.next())
    if (deps.signal.aborted) return
    if (!done) add(value.data)
    if (from === pages) hasEarlier.value = !done && value.data.length >= PAGE_SIZE
  }

  return {
    isLoaded,
    hasEarlier,
    error,
    /** Loads the latest messages. Never rejects: see `error`. */
    async reload() {
      error.value = undefined
      try {
        const latest = listPages()
        pages ??= latest
        await loadFrom(latest)
        isLoaded.value = true
      } catch (thrown) {
        if (!deps.signal.aborted) error.value = thrown
        if (!isLoaded.value) pages = undefined
      }
    },
    async loadEarlier() {
      if (pages) await loadFrom(pages)
    },
  }
}

function explained(message: ShownMessage, explain: ConversationOptions['explain']): ShownMessage {
  const { issue } = message
  if (issue === undefined || !explain) return message
  return { ...message, issue: explain(new RequestError(issue)) }
}

/** The message of an error that is shown beside the conversation. */
const SHOWN_BY_SESSION = ''

/** Sending an invalid message again would not help. */
function keepMessage(error: unknown): never {
  if (!(error instanceof RequestError) || error.message === SHOWN_BY_SESSION) throw error
  if (error.status !== 400) {
    throw new RequestError(`${error.message} Your message was kept: send it again.`, {
      cause: error,
    })
  }
  const details = Object.values(error.details).map((detail) => `This message ${detail}.`)
  throw details.length > 0 ? new RequestError(details.join(' '), { cause: error }) : error
}

function isOf(
  event: { guid: string; uids?: undefined } | { uids: [string, string]; guid?: undefined },
  { type, id }: Partner,
  { isSelf }: Viewer,
) {
  if (event.guid !== undefined) return type === 'group' && event.guid === id
  return type === 'user' && event.uids.includes(id) && event.uids.some(isSelf)
}

/** Runs a frontend action. What it returns or resolves with is sent to the agent. */
export type ActionHandler = (args: Readonly<Record<string, unknown>>) => unknown

type Outcome = [result: unknown, isError: boolean]
type CallEvent = Extract<LiveEvent, { type: 'tool-call' }>

/**
 * Runs the actions that agents call. A user may have several windows open, so an action runs only in
 * the window that sent the message or result which the run answers.
 */
function createActionRunner(handlers: Readonly<Record<string, ActionHandler>>) {
  const sent = new Set<string>()
  const runs = new Set<string>()
  const outcomes = new Map<string, Promise<Outcome>>()

  const isFromHere = ({ muid, data }: Message) => {
    const { messageId, toolCallId } = asRecord(data?.customData)
    return (muid !== undefined && sent.has(muid)) || sent.has(`${messageId} ${toolCallId}`)
  }

  return {
    onSent: (muid: string) => void sent.add(muid),
    onResultSent: (messageId: string, toolCallId: string) =>
      void sent.add(`${messageId} ${toolCallId}`),
    onRunStarted(runId: string, question: Message | undefined) {
      if (question && isFromHere(question)) runs.add(runId)
    },
    onCall({ runId, toolCallId, toolName, input, fault }: CallEvent) {
      const handler = Object.hasOwn(handlers, toolName) ? handlers[toolName] : undefined
      if (!handler || !runs.has(runId) || fault !== null || outcomes.has(toolCallId)) return
      outcomes.set(toolCallId, run(handler, asRecord(input)))
    },
    /** Undefined if the call did not run here. */
    outcomeOf: (toolCallId: string) => outcomes.get(toolCallId),
  }
}

async function run(
  handler: ActionHandler,
  input: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  try {
    return [(await handler(input)) ?? null, false]
  } catch (error) {
    return [{ error: error instanceof Error ? error.message : String(error) }, true]
  }
}
