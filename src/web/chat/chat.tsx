import { MessagesSquare, SquarePen, Trash2 } from 'lucide'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { followUpQuestions } from '../../core/follow-ups.ts'
import { RequestError } from '../api/request.ts'
import { AccessGate } from '../shell/access-gate.tsx'
import type { TranscriptMessage } from '../transcript/conversation.ts'
import { ConversationView } from '../transcript/conversation-view.tsx'
import { type Finding, findingOf } from '../transcript/findings.ts'
import { QUIET } from '../transcript/message-item.tsx'
import { Button, ButtonLink, Icon, IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { cx } from '../ui/cx.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { showToast } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page.tsx'
import { deleteConversation, showConversation, shownConversation } from './conversation.ts'
import { type StoredConversation, stored } from './stored-conversations.ts'

const SUGGESTIONS = [
  'What are the top 3 products today?',
  'What was launched last week that people loved?',
  'Search for note taking apps',
  'Celebrate the best launch of this month with confetti',
]

/** The chat with the service's own agent. `?q=` is the question of a new conversation. */
export function Chat() {
  const field = useRef<HTMLTextAreaElement>(null)
  const isFirst = useRef(true)
  const { query, route } = useLocation()
  const question = query.q?.trim()

  useEffect(() => {
    if (!question) return
    const isAsked = isFromThisSite()
    route('/chat', true)
    showConversation()
    if (!isAsked) {
      shownConversation.value.draft.value = question
      return
    }
    shownConversation.value.send(question).catch(() => {
      shownConversation.value.draft.value = question
    })
  }, [question])

  // Not at first, when the place itself is announced, and not over a phone's keyboard.
  useEffect(() => {
    if (!isFirst.current && matchMedia('(pointer: fine)').matches) field.current?.focus()
    isFirst.current = false
  }, [shownConversation.value])

  return (
    <div
      data-full-height
      class="mx-auto flex min-h-0 w-full max-w-6xl flex-1 flex-col md:flex-row md:px-6"
    >
      <PageHeading title="Chat" class="sr-only">
        Chat
      </PageHeading>
      <Sidebar />
      <AccessGate>
        <AgentChat key={shownConversation.value.id} field={field} />
      </AccessGate>
    </div>
  )
}

/** A link on another site must not ask in the name of its reader: its question waits for Enter. */
function isFromThisSite(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened?.name !== location.href) return true
  return URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}

/** On a phone the conversations are behind a button. */
function Sidebar() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  function startNew() {
    showConversation()
    close()
  }
  const isEmpty = stored.value.every(({ messages }) => messages.length === 0)

  return (
    <aside
      aria-label="Conversations"
      class="flex shrink-0 flex-col gap-2 px-4 py-2 md:w-64 md:border-r md:border-line md:pr-3 md:pl-0 md:py-4"
    >
      <div class="flex flex-wrap gap-2 md:flex-col">
        <Button icon={SquarePen} onClick={startNew} class="md:justify-start">
          New conversation
        </Button>
        {!isEmpty && (
          <Button
            icon={MessagesSquare}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            class="md:hidden"
          >
            Conversations
          </Button>
        )}
      </div>
      <div
        class={cx(
          'max-h-[50dvh] min-h-0 overflow-y-auto md:block md:max-h-none',
          !isOpen && 'hidden',
        )}
      >
        <ConversationList onShow={close} />
      </div>
    </aside>
  )
}

function AgentChat({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const conversation = shownConversation.value
  const last = conversation.messages.value.at(-1)
  const isEmpty = last === undefined

  // Mounted again after the access token was entered: repeat the question that needed it.
  useEffect(() => {
    const error = conversation.failure.value
    if (error instanceof RequestError && error.status === 401) conversation.askAgain()
  }, [])

  return (
    <div class="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <ConversationView
        conversation={conversation}
        field={field}
        placeholder="Ask about launches"
        suggestions={isEmpty ? SUGGESTIONS : questionsAfter(last)}
        welcome={
          <p class="text-center text-2xl font-semibold tracking-tight text-balance">
            What would you like to know?
          </p>
        }
        answerActions={(answer) => <PlaceLink answer={answer} />}
      />
      {isEmpty && (
        <div class="mx-auto w-full max-w-xl px-4 pb-4 text-center md:absolute md:inset-x-0 md:bottom-0">
          <AgentUrls />
        </div>
      )}
    </div>
  )
}

function PlaceLink({ answer }: { answer: TranscriptMessage }) {
  const place = placeOf(answer)
  if (!place) return null
  return (
    <ButtonLink kind="ghost" href={place.href} class={QUIET}>
      {place.name}
    </ButtonLink>
  )
}

const URLS = [
  { path: '/stream', name: 'Deployment URL', detail: 'One JSON object per line' },
  { path: '/agent', name: 'AG-UI URL', detail: 'For platforms that speak AG-UI' },
]

/** The URLs to register with a chat platform, so that its users can talk to this agent. */
function AgentUrls() {
  return (
    <Disclosure summary="Use this agent in your chat platform">
      <dl class="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
        {URLS.map(({ path, name, detail }) => (
          <div key={path} class="flex flex-wrap items-center gap-x-4 gap-y-1 px-3.5 py-2.5">
            <dt class="w-full sm:w-48">
              <span class="block font-medium">{name}</span>
              <span class="block text-sm text-muted">{detail}</span>
            </dt>
            <dd class="flex min-w-0 flex-1 items-center justify-between gap-2">
              <code class="min-w-0 font-mono text-sm wrap-anywhere">{location.origin + path}</code>
              <CopyButton label={`Copy the ${name}`} text={() => location.origin + path} />
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

/** The conversations of this browser. `onShow` is called when one of them is shown. */
function ConversationList({ onShow }: { onShow: () => void }) {
  const conversations = stored.value.filter(({ messages }) => messages.length > 0)
  if (conversations.length === 0) return null
  return (
    <ul aria-label="Conversations" class="space-y-0.5">
      {conversations.map((conversation) => (
        <Item key={conversation.id} conversation={conversation} onShow={onShow} />
      ))}
    </ul>
  )
}

interface ItemProps {
  conversation: StoredConversation
  onShow: () => void
}

function Item({ conversation, onShow }: ItemProps) {
  const { id } = conversation
  const title = titleOf(conversation)
  return (
    <li class="group flex items-center rounded-lg hover:bg-sunken">
      <button
        type="button"
        aria-current={shownConversation.value.id === id ? 'true' : undefined}
        title={title}
        onClick={() => {
          showConversation(id)
          onShow()
        }}
        class="choice min-h-9 min-w-0 flex-1 truncate rounded-lg px-3 text-left text-sm"
      >
        {title}
      </button>
      <IconButton
        label="Delete"
        aria-description={title}
        onClick={({ currentTarget }) => {
          // This button is gone then.
          currentTarget.closest('aside')?.querySelector('button')?.focus()
          showToast('The conversation was deleted.', deleteConversation(id))
        }}
        class="pointer-fine:opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
      >
        <Icon node={Trash2} />
      </IconButton>
    </li>
  )
}

function titleOf({ messages }: StoredConversation): string {
  return messages.find(({ isOwn }) => isOwn)?.text ?? 'Conversation'
}

/** Where this page shows what an answer is about. */
function placeOf(answer: TranscriptMessage): { name: string; href: string } | undefined {
  const { kind, href } = findingsOf(answer).at(-1) ?? {}
  if (!href) return undefined
  if (kind === 'search') return { name: 'Open in the search', href }
  return { name: kind === 'history' ? 'Open the product' : 'Open on the board', href }
}

/** Questions that follow from an answer. */
function questionsAfter(answer: TranscriptMessage | undefined): string[] {
  if (answer?.kind !== 'answer' || answer.state !== 'complete') return []
  return followUpQuestions(answer.calls.map(({ toolName, result }) => ({ toolName, result })))
}

function findingsOf({ calls }: TranscriptMessage): Finding[] {
  return calls.flatMap((call) => findingOf(call) ?? [])
}
