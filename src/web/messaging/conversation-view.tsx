import type { Signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { RequestError } from '../api/request-error.ts'
import { Composer } from '../conversation/composer.tsx'
import { useFollowEnd } from '../conversation/follow-end.ts'
import { JumpToLatest, Log } from '../conversation/log.tsx'
import { Button } from '../ui/button.tsx'
import { Failure, messageOf } from '../ui/failure.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AgentWelcome } from './agent-welcome.tsx'
import { ChatMessage, RunMessage } from './chat-message.tsx'
import { type Conversation, openConversation, type Partner } from './conversation.ts'
import { type IsSelf, shownMessages } from './conversation-state.ts'
import type { CallHandler } from './frontend-calls.ts'
import type { Session } from './session.ts'

interface ConversationViewProps {
  session: Session
  partner: Partner
  isSelf?: IsSelf
  handlers: Readonly<Record<string, CallHandler>>
  /** Whether the user may type what a frontend action came to. */
  canHandBack?: boolean
  nameOf: (uid: string) => string
  /** Puts the focus where the next message is written. */
  hasFocus?: boolean
  /** What is to be sent in the user's name as soon as that can be done. */
  outbox?: Signal<string | undefined>
}

/** A conversation of the user with a partner, and where the next message is written. */
export function ConversationView(props: ConversationViewProps) {
  const { session, partner, isSelf, handlers } = props
  const [conversation, setConversation] = useState<Conversation>()
  useEffect(() => {
    const opened = openConversation({ session, partner, isSelf, handlers })
    setConversation(opened)
    return () => opened.close()
  }, [session, partner.type, partner.id])
  return conversation ? <Opened {...props} conversation={conversation} /> : null
}

function Opened({ session, partner, nameOf, conversation, ...rest }: OpenedProps) {
  const { canHandBack = false, hasFocus = false, outbox } = rest
  const field = useRef<HTMLTextAreaElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [issue, setIssue] = useState<string>()
  const { state, isLoaded, error } = conversation
  const runs = [...state.value.runs.values()]
  const messages = shownMessages(state.value)
  const isGrowing = runs.some(({ failure }) => !failure)
  const { isAtEnd, toEnd } = useFollowEnd(log, isGrowing)
  useEffect(toEnd, [messages.length, isLoaded.value])
  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [hasFocus])

  async function send(said: string) {
    setIsSending(true)
    setIssue(undefined)
    try {
      await conversation.send(said)
      // What was typed meanwhile stays.
      setText((typed) => (typed.trim() === said ? '' : typed))
    } catch (failed) {
      setText((typed) => (typed.trim() === '' ? said : typed))
      setIssue(sendIssue(failed))
    }
    setIsSending(false)
  }

  const waiting = outbox?.value
  useEffect(() => {
    if (!outbox || waiting === undefined || isSending || !isLoaded.value) return
    outbox.value = undefined
    void send(waiting)
  }, [waiting, isSending, isLoaded.value])

  const isEmpty = isLoaded.value && messages.length === 0 && runs.length === 0
  return (
    <div class="flex min-h-96 flex-1 flex-col">
      <div class="min-h-0 flex-1 overflow-y-auto px-4 py-5 sm:px-6">
        {error.value !== undefined && session.error.value === undefined && (
          <div class="mb-4">
            <Failure error={error.value} onRetry={() => void conversation.reload()} />
          </div>
        )}
        {!isLoaded.value && error.value === undefined && <HistorySkeleton />}
        <Earlier conversation={conversation} />
        <Log element={log} isGrowing={isGrowing} announcement={conversation.announcement.value}>
          {messages.map((message) => (
            <ChatMessage
              key={message.id}
              message={message}
              conversation={conversation}
              canHandBack={canHandBack}
              nameOf={nameOf}
              onHandedBack={() => field.current?.focus()}
              onError={(failed) => setIssue(messageOf(failed))}
            />
          ))}
          {runs.map((run) => (
            <RunMessage key={run.runId} run={run} name={nameOf(run.agent)} />
          ))}
        </Log>
        {isEmpty && partner.agent && (
          <AgentWelcome agent={partner.agent} onSuggestion={(said) => void send(said)} />
        )}
        {isEmpty && !partner.agent && (
          <p class="py-10 text-center text-muted">Nothing was said here yet.</p>
        )}
      </div>
      <div class="relative border-t border-line p-3 sm:p-4">
        <JumpToLatest isShown={!isAtEnd} onClick={toEnd} />
        {partner.agent?.isActive === false && (
          <Notice tone="warn" class="mb-3">
            {partner.name} is switched off and will not answer.
          </Notice>
        )}
        <Composer
          field={field}
          value={text}
          onInput={setText}
          onSend={(said) => void send(said)}
          isAnswering={isSending}
          placeholder={`Write to ${partner.name}`}
          error={issue}
        />
      </div>
    </div>
  )
}

/** A message that the service does not take as it is would not be taken again. */
function sendIssue(failed: unknown) {
  const isInvalid = failed instanceof RequestError && failed.status === 400
  if (!isInvalid) return `${messageOf(failed)} Your message was kept: send it again.`
  const details = Object.values(failed.details).map((detail) => `This message ${detail}.`)
  return details.length > 0 ? details.join(' ') : failed.message
}

interface OpenedProps extends ConversationViewProps {
  conversation: Conversation
}

function Earlier({ conversation }: { conversation: Conversation }) {
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
      {failure !== undefined && <Failure error={failure} />}
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
