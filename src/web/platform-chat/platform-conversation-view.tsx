import type { Signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ConversationView } from '../transcript/conversation-view.tsx'
import { Markdown } from '../transcript/markdown-elements.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice, Notice, Skeleton } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'
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
  const { session, partner, conversation, outbox, hasFocus, showsAuthors = false } = props
  const { agent } = partner
  const field = useRef<HTMLTextAreaElement>(null)
  const isLoaded = conversation.isLoaded.value
  const isEmpty = conversation.messages.value.length === 0
  const error = conversation.error.value
  // The error of the session is shown beside the conversation.
  const hasFailed = error !== undefined && session.error.value === undefined
  const isOff = agent?.isActive === false && !conversation.hasAnswered.value
  const queued = outbox?.value

  useEffect(() => {
    if (hasFocus) field.current?.focus()
  }, [])
  useEffect(() => {
    if (!outbox || queued === undefined || !isLoaded) return
    outbox.value = undefined
    conversation.send(queued).catch(() => {
      conversation.draft.value = queued
    })
  }, [queued, isLoaded])

  return (
    <ConversationView
      conversation={conversation}
      field={field}
      placeholder={`Write to ${partner.name}`}
      suggestions={isLoaded && isEmpty ? (agent?.suggestedMessages ?? []) : []}
      welcome={isLoaded ? <Welcome partner={partner} /> : !hasFailed && <Skeleton class="h-12" />}
      before={
        <>
          {hasFailed && <ErrorNotice error={error} onRetry={() => void conversation.reload()} />}
          {conversation.hasEarlier.value && <EarlierButton onLoad={conversation.loadEarlier} />}
        </>
      }
      notice={
        isOff && (
          <Notice tone="warn" class="mb-3">
            {partner.name} is switched off and will not answer.
          </Notice>
        )
      }
      isForeign
      showsAuthors={showsAuthors}
    />
  )
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

function EarlierButton({ onLoad }: { onLoad: () => Promise<void> }) {
  const { run, isBusy, error } = useAction(onLoad)
  return (
    <div class="mb-5 space-y-3 text-center">
      {error !== undefined && <ErrorNotice error={error} />}
      <Button kind="ghost" isBusy={isBusy} onClick={run}>
        Earlier messages
      </Button>
    </div>
  )
}
