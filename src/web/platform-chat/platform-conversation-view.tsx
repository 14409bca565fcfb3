import type { Signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { RequestError } from '../api/request-error.ts'
import { ConversationView } from '../transcript/conversation-view.tsx'
import { Markdown } from '../transcript/markdown.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice, errorMessage } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import {
  type ConversationOptions,
  openConversation,
  type Partner,
  type PlatformConversation,
} from './conversation.ts'

interface PlatformConversationViewProps extends ConversationOptions {
  onDraft?: (text: string) => void
  /** A message to send for the user as soon as the conversation has loaded. */
  outbox?: Signal<string | undefined>
  showsAuthors?: boolean
  hasFocus?: boolean
  /** An error as a sentence for this user. */
  explain?: (error: unknown) => string
}

/** A conversation of the user with a partner. */
export function PlatformConversationView(props: PlatformConversationViewProps) {
  const { session, partner, onDraft } = props
  const [conversation, setConversation] = useState<PlatformConversation>()
  useEffect(() => {
    const opened = openConversation(props)
    setConversation(opened)
    const unsubscribe = opened.draft.subscribe((text) => onDraft?.(text))
    return () => {
      unsubscribe()
      opened.close()
    }
  }, [session, partner.type, partner.id])
  return conversation ? <OpenConversation {...props} conversation={conversation} /> : null
}

interface OpenConversationProps extends PlatformConversationViewProps {
  conversation: PlatformConversation
}

function OpenConversation(props: OpenConversationProps) {
  const { session, partner, conversation, outbox, explain = errorMessage } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const { isLoaded, error } = conversation
  const queued = outbox?.value
  const hasFailed = error.value !== undefined && session.error.value === undefined

  useEffect(() => {
    if (props.hasFocus) field.current?.focus()
  }, [])
  useEffect(() => {
    if (!outbox || queued === undefined || !isLoaded.value) return
    outbox.value = undefined
    conversation.send(queued).catch(() => {
      conversation.draft.value = queued
    })
  }, [queued, isLoaded.value])

  return (
    <ConversationView
      conversation={conversation}
      field={field}
      placeholder={`Write to ${partner.name}`}
      suggestions={
        isLoaded.value && conversation.messages.value.length === 0
          ? (partner.agent?.suggestedMessages ?? [])
          : []
      }
      welcome={isLoaded.value ? <Welcome partner={partner} /> : !hasFailed && <HistorySkeleton />}
      before={
        <>
          {hasFailed && (
            <ErrorNotice
              error={new RequestError(explain(error.value))}
              onRetry={() => void conversation.reload()}
            />
          )}
          <EarlierButton conversation={conversation} explain={explain} />
        </>
      }
      notice={
        partner.agent?.isActive === false &&
        !conversation.hasAnswered.value && (
          <Notice tone="warn" class="mb-3">
            {partner.name} is switched off and will not answer.
          </Notice>
        )
      }
      isForeign
      showsAuthors={props.showsAuthors ?? false}
      explain={(thrown) =>
        // The error of the session is shown beside the conversation.
        thrown === session.error.value ? undefined : sendIssue(thrown, explain)
      }
    />
  )
}

/** Sending an invalid message again would not help. */
function sendIssue(error: unknown, explain: (error: unknown) => string): string {
  const isInvalid = error instanceof RequestError && error.status === 400
  if (!isInvalid) return `${explain(error)} Your message was kept: send it again.`
  const details = Object.values(error.details).map((detail) => `This message ${detail}.`)
  return details.length > 0 ? details.join(' ') : error.message
}

/** Of an empty conversation. */
function Welcome({ partner: { name, agent } }: { partner: Partner }) {
  if (!agent) return <p class="py-4 text-center text-muted">No messages yet.</p>
  const { greetingMessage, introductoryMessage } = agent
  return (
    <div class="text-center">
      <p class="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {greetingMessage || name}
      </p>
      {introductoryMessage && (
        <div class="mx-auto mt-2 max-w-prose text-muted">
          <Markdown text={introductoryMessage} />
        </div>
      )}
    </div>
  )
}

interface EarlierButtonProps {
  conversation: PlatformConversation
  explain: (error: unknown) => string
}

function EarlierButton({ conversation, explain }: EarlierButtonProps) {
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
      {failure !== undefined && <Notice tone="bad">{explain(failure)}</Notice>}
      <Button kind="ghost" isBusy={isLoading} onClick={() => void load()}>
        Earlier messages
      </Button>
    </div>
  )
}

function HistorySkeleton() {
  return (
    <div class="space-y-3">
      <Skeleton class="h-4 w-24" />
      <Skeleton class="h-4 w-2/3" />
    </div>
  )
}
