import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { readStorage, writeStorage } from '../../browser/storage.ts'
import type { Partner } from '../../platform-chat/conversation.ts'
import { PlatformConversationView } from '../../platform-chat/platform-conversation-view.tsx'
import type { Session } from '../../platform-chat/session.ts'
import { triggerConfetti } from '../../transcript/confetti.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { LoadedPage } from '../loaded.tsx'
import { NewUser } from './new-user.tsx'
import { loadPeople, type People } from './people.ts'
import { openUserSession, type UserSession } from './user-session.ts'

/** Storage keys of the selection. */
const SPEAKER_KEY = 'launchboard-speak-as'
const PARTNER_KEY = 'launchboard-talk-to'
/** Before the name of a conversation: what is typed in it. */
const DRAFT_KEY = 'launchboard-draft'

/** The option of `Speak as` for a user who does not exist yet. No uid has a blank. */
const NEW_USER = 'new user'

/** Actions that run automatically. The results of others have to be entered. */
const HANDLERS = { triggerConfetti }

/** The chat platform as one of its users sees it. */
export function ChatPage() {
  const query = useQuery('people', loadPeople)
  return (
    <LoadedPage
      title="Chat"
      lead="Talk as one of the platform’s users: to an agent, a group or another user."
      query={query}
    >
      {(people) => <ChatPanel people={people} onChange={query.reload} />}
    </LoadedPage>
  )
}

function ChatPanel({ people, onChange }: { people: People; onChange: () => void }) {
  const [uid, setUid] = useState(readStorage('session', SPEAKER_KEY) ?? '')
  const [partnerKey, setPartnerKey] = useState(readStorage('session', PARTNER_KEY) ?? '')
  const { users } = people
  const speaker = users.find((user) => user.uid === uid)
  const partners = people.partners.filter(({ type, id }) => !(type === 'user' && id === uid))
  const partner = partners.find((one) => keyOf(one) === partnerKey)
  const session = useSession(speaker?.uid)
  const draftKey = `${DRAFT_KEY} ${uid} ${partnerKey}`
  const speakers = [
    { value: '', label: 'Choose a user' },
    ...users.map((user) => ({ value: user.uid, label: user.name })),
    { value: NEW_USER, label: 'New user…' },
  ]
  const listeners = [
    { value: '', label: 'Choose an agent, a group or a user' },
    ...partners.map((one) => ({ value: keyOf(one), label: `${one.name} (${one.kind})` })),
  ]

  function speakAs(id: string) {
    writeStorage('session', SPEAKER_KEY, id === NEW_USER ? undefined : id)
    setUid(id)
  }

  function talkTo(key: string) {
    writeStorage('session', PARTNER_KEY, key)
    setPartnerKey(key)
  }

  return (
    <div class="card flex h-[calc(100dvh-18rem)] min-h-[26rem] sm:h-[calc(100dvh-14rem)] flex-col">
      <div class="grid grid-cols-2 gap-3 border-b border-line p-4">
        <Field label="Speak as">
          {(control) => <Select {...control} value={uid} options={speakers} onChange={speakAs} />}
        </Field>
        <Field label="Talk to">
          {(control) => (
            <Select {...control} value={partnerKey} options={listeners} onChange={talkTo} />
          )}
        </Field>
      </div>
      {uid === NEW_USER && (
        <NewUser
          onCreated={(user) => {
            onChange()
            speakAs(user.uid)
          }}
        />
      )}
      {session && <ConnectionLine session={session} />}
      {session && partner ? (
        <PlatformConversationView
          key={draftKey}
          session={session}
          partner={partner}
          viewer={{
            isSelf: (id) => id === session.uid,
            nameOf: (id) => people.partners.find((one) => one.id === id)?.name ?? id,
            canSendResults: true,
          }}
          handlers={HANDLERS}
          draft={readStorage('session', draftKey)}
          onDraft={(text) => writeStorage('session', draftKey, text || undefined)}
          showsAuthors
        />
      ) : (
        <div class="p-6">
          <EmptyState title={`Who do you want to ${speaker ? 'talk to' : 'speak as'}?`} />
        </div>
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
  if (session.error.value !== undefined) return <ErrorNotice error={session.error.value} />
  return (
    <p
      role="status"
      class="flex items-center gap-2 border-b border-line px-4 py-2 text-sm text-muted sm:px-6"
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

function keyOf({ type, id }: Partner) {
  return `${type} ${id}`
}
