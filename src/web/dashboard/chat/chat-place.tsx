import { useEffect, useState } from 'preact/hooks'
import { RequestError } from '../../api/request-error.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import type { Partner } from '../../messaging/conversation.ts'
import { ConversationView } from '../../messaging/conversation-view.tsx'
import type { Session } from '../../messaging/session.ts'
import { triggerConfetti } from '../../messaging/trigger-confetti.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure, messageOf } from '../../ui/failure.tsx'
import { keep, kept } from '../../ui/kept.ts'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { createUser, loadPeople, type People } from './people.ts'
import { Picker, type PickerOption } from './picker.tsx'
import { openUserSession, type UserSession } from './user-session.ts'

/** Who speaks to whom, for this tab: a reload keeps it. */
const SPEAKER = 'launchboard-speak-as'
const PARTNER = 'launchboard-talk-to'

/** What is run here by itself; of anything else the result is typed. */
const HANDLERS = { triggerConfetti }

/** The chat platform as one of its users sees it. */
export function ChatPlace() {
  const { data, error, reload } = useLoaded('people', loadPeople)
  return (
    <Page
      title="Chat"
      lead="Speak as one of the platform’s users: to an agent, to a group, to somebody else."
    >
      {error !== undefined && <Failure error={error} onRetry={reload} />}
      {data ? (
        <Panel people={data} onChange={reload} />
      ) : (
        error === undefined && <Skeleton class="h-[32rem] w-full rounded-lg" />
      )}
    </Page>
  )
}

function Panel({ people, onChange }: { people: People; onChange: () => void }) {
  const [uid, setUid] = useState(kept(sessionStorage, SPEAKER))
  const [partnerKey, setPartnerKey] = useState(kept(sessionStorage, PARTNER))
  const [created, setCreated] = useState<PickerOption>()
  const [issue, setIssue] = useState<string>()

  const users = people.users.map(({ uid: id, name }) => ({ id, label: name, detail: id }))
  const speaker = users.find(({ id }) => id === uid) ?? (created?.id === uid ? created : undefined)
  const partners = people.partners.filter(({ type, id }) => !(type === 'user' && id === uid))
  const partner = partners.find((one) => keyOf(one) === partnerKey)
  const session = useSession(speaker?.id)

  function speakAs(id: string) {
    keep(sessionStorage, SPEAKER, id)
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
    keep(sessionStorage, PARTNER, key)
    setPartnerKey(key)
  }

  return (
    <Card class="flex min-h-[32rem] flex-col sm:h-[calc(100dvh-17rem)]">
      <div class="grid gap-3 border-b border-line p-4 sm:grid-cols-2">
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
          options={partners.map((one) => ({
            id: keyOf(one),
            label: one.name,
            detail: one.kind,
          }))}
          selected={partner && { id: keyOf(partner), label: partner.name, detail: partner.kind }}
          onSelect={talkTo}
        />
      </div>
      {session && <ConnectionLine session={session} />}
      {session && partner ? (
        <ConversationView
          key={`${session.uid} ${keyOf(partner)}`}
          session={session}
          partner={partner}
          isSelf={(id) => id === session.uid}
          handlers={HANDLERS}
          canHandBack
          nameOf={(id) => people.partners.find((one) => one.id === id)?.name ?? id}
        />
      ) : (
        <div class="p-6">
          <Empty title={speaker ? 'Whom to talk to?' : 'Who speaks?'}>
            {speaker
              ? 'Choose an agent, a group or a user above.'
              : 'Choose one of the users above, or type a new name.'}
          </Empty>
        </div>
      )}
    </Card>
  )
}

const STATES = {
  connecting: { text: 'Connecting…', look: 'bg-edge' },
  live: { text: 'Live: what others say arrives by itself', look: 'bg-good' },
  reconnecting: { text: 'The connection was lost: connecting again…', look: 'bg-warn' },
  failed: { text: '', look: 'bg-bad' },
}

function ConnectionLine({ session }: { session: Session }) {
  const { text, look } = STATES[session.connection.value]
  if (session.error.value !== undefined) {
    return (
      <div class="border-b border-line p-3">
        <Failure error={session.error.value} />
      </div>
    )
  }
  return (
    <p
      role="status"
      class="flex items-center gap-2 border-b border-line px-4 py-2 text-[13px] text-muted sm:px-6"
    >
      <span aria-hidden="true" class={cx('size-2 shrink-0 rounded-full', look)} />
      {text}
    </p>
  )
}

/** Signs the user in for as long as this is shown. */
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

/** What is wrong with the name, where it is the name. */
function nameIssue(error: unknown) {
  const issue = error instanceof RequestError ? error.details.name : undefined
  return issue === undefined ? messageOf(error) : `A name ${issue}.`
}

function keyOf({ type, id }: Partner) {
  return `${type} ${id}`
}
