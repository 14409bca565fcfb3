import { useEffect, useState } from 'preact/hooks'
import { RequestError } from '../../api/request-error.ts'
import { useQuery } from '../../api/use-query.ts'
import { readStorage, writeStorage } from '../../browser/storage.ts'
import { triggerConfetti } from '../../chat-ui/confetti.ts'
import type { Partner } from '../../platform-chat/conversation.ts'
import { ConversationView } from '../../platform-chat/conversation-view.tsx'
import type { Session } from '../../platform-chat/session.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice, errorMessage } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { createUser, loadPeople, type People } from './people.ts'
import { Picker, type PickerOption } from './picker.tsx'
import { openUserSession, type UserSession } from './user-session.ts'

/** Storage keys of the selection. */
const SPEAKER_KEY = 'launchboard-speak-as'
const PARTNER_KEY = 'launchboard-talk-to'
/** Before the name of a conversation: what is typed in it. */
const DRAFT_KEY = 'launchboard-draft'

/** Actions that run automatically. The results of others have to be entered. */
const HANDLERS = { triggerConfetti }

/** The chat platform as one of its users sees it. */
export function ChatPage() {
  const { data, error, reload } = useQuery('people', loadPeople)
  return (
    <Page
      title="Chat"
      lead="Talk as one of the platform’s users: to an agent, a group or another user."
    >
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {data ? (
        <ChatPanel people={data} onChange={reload} />
      ) : (
        error === undefined && <Skeleton class="h-[32rem] w-full rounded-lg" />
      )}
    </Page>
  )
}

function ChatPanel({ people, onChange }: { people: People; onChange: () => void }) {
  const [uid, setUid] = useState(readStorage(sessionStorage, SPEAKER_KEY))
  const [partnerKey, setPartnerKey] = useState(readStorage(sessionStorage, PARTNER_KEY))
  const [created, setCreated] = useState<PickerOption>()
  const [issue, setIssue] = useState<string>()

  const users = people.users.map(({ uid: id, name }) => ({ id, label: name, detail: id }))
  const speaker = users.find(({ id }) => id === uid) ?? (created?.id === uid ? created : undefined)
  const partners = people.partners.filter(({ type, id }) => !(type === 'user' && id === uid))
  const partner = partners.find((one) => keyOf(one) === partnerKey)
  const session = useSession(speaker?.id)
  const conversation = `${speaker?.id} ${partnerKey}`
  const draftKey = `${DRAFT_KEY} ${conversation}`

  function speakAs(id: string) {
    writeStorage(sessionStorage, SPEAKER_KEY, id)
    setUid(id)
    setIssue(undefined)
  }

  async function create(name: string) {
    try {
      const user = await createUser(name)
      setCreated({ id: user.uid, label: user.name, detail: user.uid })
      speakAs(user.uid)
      onChange()
      return true
    } catch (error) {
      setIssue(nameIssue(error))
      return false
    }
  }

  function talkTo(key: string) {
    writeStorage(sessionStorage, PARTNER_KEY, key)
    setPartnerKey(key)
  }

  return (
    <Card class="flex h-[calc(100dvh-18rem)] min-h-[26rem] flex-col">
      <div class="grid grid-cols-2 gap-3 border-b border-line p-4">
        <Picker
          label="Speak as"
          placeholder="Type a name; a new one creates a user"
          options={users}
          selected={speaker}
          onSelect={speakAs}
          onCreate={create}
          createLabel="Create the user"
          error={issue}
        />
        <Picker
          label="Talk to"
          placeholder="An agent, a group or a user"
          options={partners.map(partnerOption)}
          selected={partner && partnerOption(partner)}
          onSelect={talkTo}
        />
      </div>
      {session && <ConnectionLine session={session} />}
      {session && partner ? (
        <ConversationView
          key={conversation}
          session={session}
          partner={partner}
          isSelf={(id) => id === session.uid}
          handlers={HANDLERS}
          canSendResults
          draft={readStorage(sessionStorage, draftKey)}
          onDraft={(text) => writeStorage(sessionStorage, draftKey, text || undefined)}
          nameOf={(id) => people.partners.find((one) => one.id === id)?.name ?? id}
        />
      ) : (
        <NoConversation hasSpeaker={speaker !== undefined} />
      )}
    </Card>
  )
}

function NoConversation({ hasSpeaker }: { hasSpeaker: boolean }) {
  return (
    <div class="p-6">
      {hasSpeaker ? (
        <EmptyState title="Who do you want to talk to?">
          Choose an agent, a group or a user above.
        </EmptyState>
      ) : (
        <EmptyState title="Who do you want to speak as?">
          Choose a user above, or type a new name.
        </EmptyState>
      )}
    </div>
  )
}

const STATES = {
  connecting: { text: 'Connecting…', classes: 'bg-edge' },
  live: { text: 'Live: new messages appear automatically', classes: 'bg-good' },
  reconnecting: { text: 'The connection was lost. Reconnecting…', classes: 'bg-warn' },
  failed: { text: '', classes: 'bg-bad' },
}

function ConnectionLine({ session }: { session: Session }) {
  const { text, classes } = STATES[session.connection.value]
  if (session.error.value !== undefined) {
    return (
      <div class="border-b border-line p-3">
        <ErrorNotice error={session.error.value} />
      </div>
    )
  }
  return (
    <p
      role="status"
      class="flex items-center gap-2 border-b border-line px-4 py-2 text-[13px] text-muted sm:px-6"
    >
      <span aria-hidden="true" class={cx('size-2 shrink-0 rounded-full', classes)} />
      {text}
    </p>
  )
}

/** Signs the user in while the component is mounted. */
function useSession(uid: string | undefined): UserSession | undefined {
  const [session, setSession] = useState<UserSession>()
  useEffect(() => {
    if (uid === undefined) return
    const opened = openUserSession(uid)
    setSession(opened)
    return () => {
      opened.close()
      setSession(undefined)
    }
  }, [uid])
  return session?.uid === uid ? session : undefined
}

/** Why a user of that name could not be created. */
function nameIssue(error: unknown) {
  const issue = error instanceof RequestError ? error.details.name : undefined
  return issue === undefined ? errorMessage(error) : `A name ${issue}.`
}

function keyOf({ type, id }: Partner) {
  return `${type} ${id}`
}

function partnerOption(partner: Partner): PickerOption {
  return { id: keyOf(partner), label: partner.name, detail: partner.kind }
}
