import type { Signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { RequestError } from '../api/request-error.ts'
import { Composer } from '../chat-ui/composer.tsx'
import { JumpToLatest, MessageLog } from '../chat-ui/message-log.tsx'
import { useStickToBottom } from '../chat-ui/use-stick-to-bottom.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice, errorMessage } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AgentWelcome } from './agent-welcome.tsx'
import { ChatMessage, RunMessage } from './chat-message.tsx'
import { type Conversation, openConversation, type Partner } from './conversation.ts'
import { type IsSelf, shownMessages } from './conversation-state.ts'
import type { ActionHandler } from './frontend-actions.ts'
import type { Session } from './session.ts'

interface ConversationViewProps {
  session: Session
  partner: Partner
  isSelf?: IsSelf
  handlers: Readonly<Record<string, ActionHandler>>
  /** Whether the user can enter the results of frontend actions. */
  canSendResults?: boolean
  nameOf: (uid: string) => string
  /** Whether the field for the next message gets the focus. */
  hasFocus?: boolean
  /** A message to send for the user as soon as the conversation has loaded. */
  outbox?: Signal<string | undefined>
  /** What the user typed earlier and has not sent. */
  draft?: string | undefined
  onDraft?: (text: string) => void
}

/** A conversation of the user with a partner, and the field for the next message. */
export function ConversationView(props: ConversationViewProps) {
  const { session, partner, isSelf, handlers } = props
  const [conversation, setConversation] = useState<Conversation>()
  useEffect(() => {
    const opened = openConversation({ session, partner, isSelf, handlers })
    setConversation(opened)
    return () => opened.close()
  }, [session, partner.type, partner.id])
  return conversation ? <OpenConversation {...props} conversation={conversation} /> : null
}

interface OpenConversationProps extends ConversationViewProps {
  conversation: Conversation
}

function OpenConversation({
  session,
  partner,
  nameOf,
  conversation,
  ...rest
}: OpenConversationProps) {
  const { canSendResults = false, hasFocus = false, outbox, draft = '', onDraft } = rest
  const field = useRef<HTMLTextAreaElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(draft)
  const [isSending, setIsSending] = useState(false)
  const [issue, setIssue] = useState<string>()
  const { state, isLoaded, error } = conversation
  const runs = [...state.value.runs.values()]
  const messages = shownMessages(state.value)
  const isStreaming = runs.some(({ failure }) => !failure)
  const { isAtBottom, scrollToBottom } = useStickToBottom(log, isStreaming)
  useEffect(scrollToBottom, [messages.length, isLoaded.value])
  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])
  useEffect(() => onDraft?.(text), [text])

  function report(error: unknown, message = errorMessage(error)) {
    // The error of the session is shown beside the conversation.
    if (error !== session.error.value) setIssue(message)
  }

  async function send(message: string) {
    setIsSending(true)
    setIssue(undefined)
    try {
      await conversation.send(message)
      // Keeps what was typed in the meantime.
      setText((typed) => (typed.trim() === message ? '' : typed))
    } catch (thrown) {
      setText((typed) => (typed.trim() === '' ? message : typed))
      report(thrown, sendIssue(thrown))
    }
    setIsSending(false)
  }

  const queued = outbox?.value
  useEffect(() => {
    if (!outbox || queued === undefined || isSending || !isLoaded.value) return
    outbox.value = undefined
    void send(queued)
  }, [queued, isSending, isLoaded.value])

  return (
    <div class="flex min-h-0 flex-1 flex-col">
      <div class="relative min-h-0 flex-1 overflow-y-auto px-4 py-5 sm:px-6">
        {error.value !== undefined && session.error.value === undefined && (
          <div class="mb-4">
            <ErrorNotice error={error.value} onRetry={() => void conversation.reload()} />
          </div>
        )}
        {!isLoaded.value && error.value === undefined && <HistorySkeleton />}
        <EarlierButton conversation={conversation} />
        <MessageLog
          element={log}
          isStreaming={isStreaming}
          announcement={conversation.announcement.value}
        >
          {messages.map((message) => (
            <ChatMessage
              key={message.id}
              message={message}
              conversation={conversation}
              canSendResults={canSendResults}
              nameOf={nameOf}
              onResultSent={() => field.current?.focus()}
              onError={report}
            />
          ))}
          {runs.map((run) => (
            <RunMessage key={run.runId} run={run} name={nameOf(run.agent)} />
          ))}
        </MessageLog>
        {isLoaded.value && messages.length + runs.length === 0 && (
          <EmptyConversation partner={partner} onSuggestion={(message) => void send(message)} />
        )}
      </div>
      <div class="relative border-t border-line p-3 sm:p-4">
        <JumpToLatest isShown={!isAtBottom} onClick={scrollToBottom} />
        {partner.agent?.isActive === false && !conversation.hasAnswered.value && (
          <Notice tone="warn" class="mb-3">
            {partner.name} is switched off and will not answer.
          </Notice>
        )}
        <Composer
          field={field}
          value={text}
          onInput={setText}
          onSend={(message) => void send(message)}
          isAnswering={isSending}
          placeholder={`Write to ${partner.name}`}
          error={issue}
        />
      </div>
    </div>
  )
}

/** Sending an invalid message again would not help. */
function sendIssue(error: unknown) {
  const isInvalid = error instanceof RequestError && error.status === 400
  if (!isInvalid) return `${errorMessage(error)} Your message was kept: send it again.`
  const details = Object.values(error.details).map((detail) => `This message ${detail}.`)
  return details.length > 0 ? details.join(' ') : error.message
}

interface EmptyConversationProps {
  partner: Partner
  onSuggestion: (text: string) => void
}

function EmptyConversation({ partner: { agent }, onSuggestion }: EmptyConversationProps) {
  if (agent) return <AgentWelcome agent={agent} onSuggestion={onSuggestion} />
  return <p class="py-10 text-center text-muted">No messages yet.</p>
}

function EarlierButton({ conversation }: { conversation: Conversation }) {
  const [isLoading, setIsLoading] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  if (!conversation.hasEarlier.value) return null

  async function load() {
    setIsLoading(true)
    setFailure(undefined)
    await conversation.loadEarlier().catch(setFailure)
    setIsLoading(false)
  }

  return (
    <div class="mb-5 space-y-3 text-center">
      {failure !== undefined && <ErrorNotice error={failure} />}
      <Button kind="ghost" isBusy={isLoading} onClick={() => void load()}>
        Earlier messages
      </Button>
    </div>
  )
}

function HistorySkeleton() {
  return (
    <div class="space-y-7">
      {[1, 2, 3].map((row) => (
        <div key={row} class="space-y-2">
          <Skeleton class="h-4 w-24" />
          <Skeleton class="h-4 w-2/3" />
        </div>
      ))}
    </div>
  )
}
