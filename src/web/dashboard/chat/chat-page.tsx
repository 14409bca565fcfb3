import { useEffect, useRef, useState } from 'preact/hooks'
import type { User } from '../../../client/client.ts'
import { RequestError } from '../../api/request.ts'
import { useQuery } from '../../api/use-query.ts'
import { readStorage, writeStorage } from '../../browser/storage.ts'
import { PlatformConversationView } from '../../platform-chat/platform-conversation-view.tsx'
import type { Session } from '../../platform-chat/session.ts'
import { triggerConfetti } from '../../transcript/confetti.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field, INPUT, Select, TextField } from '../../ui/field.tsx'
import { EmptyState, ErrorNotice, userMessage } from '../../ui/notice.tsx'
import { submitting, useAction } from '../../ui/use-action.ts'
import { LoadedPage } from '../loaded.tsx'
import { createUser, loadPeople, openUserSession, type People, type UserSession } from './people.ts'

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
      lead="Chat as any user with an agent, a group or another user."
      query={query}
    >
      {(people) => <ChatPanel people={people} onChange={query.reload} />}
    </LoadedPage>
  )
}

function ChatPanel({ people, onChange }: { people: People; onChange: () => void }) {
  const [uid, speakAs] = useStored('launchboard-speak-as')
  const [partnerKey, talkTo] = useStored('launchboard-talk-to')
  const { users } = people
  const session = useSession(users.find((user) => user.uid === uid)?.uid)
  const partners = people.partners
    .filter(({ type, id }) => !(type === 'user' && id === uid))
    .map((one) => ({ ...one, key: `${one.type} ${one.id}` }))
  const partner = partners.find(({ key }) => key === partnerKey)
  const draftKey = `launchboard-draft ${uid} ${partnerKey}`

  return (
    <div class="card flex h-[calc(100dvh-18rem)] min-h-[26rem] sm:h-[calc(100dvh-14rem)] flex-col">
      <div class="grid grid-cols-2 gap-3 border-b border-line p-4">
        <Choice
          label="Speak as"
          value={uid}
          options={[
            { value: '', label: 'Choose a user' },
            ...users.map((user) => ({ value: user.uid, label: user.name })),
            { value: NEW_USER, label: 'New user…' },
          ]}
          onChange={speakAs}
        />
        <Choice
          label="Talk to"
          value={partnerKey}
          options={[
            { value: '', label: 'Choose an agent, a group or a user' },
            ...partners.map(({ key, name, kind }) => ({ value: key, label: `${name} (${kind})` })),
          ]}
          onChange={talkTo}
        />
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
          <EmptyState title={`Who do you want to ${session ? 'talk to' : 'speak as'}?`} />
        </div>
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** As many fit into a list that one reads. */
const MAX_READ = 30

/** A choice of a few, or of many, which are searched by what is typed. */
function Choice({ label, ...choice }: ChoiceProps) {
  const isLong = choice.options.length > MAX_READ
  return (
    <Field label={label}>
      {(control) =>
        isLong ? <Searched {...control} {...choice} /> : <Select {...control} {...choice} />
      }
    </Field>
  )
}

/** A field in whose list the browser finds what is typed. What is no option leaves the choice as it was. */
function Searched({ id, value, options, onChange }: Omit<ChoiceProps, 'label'> & { id: string }) {
  const [placeholder, ...others] = options
  const labels = new Set<string>()
  // Of two with one name the second has its ID.
  const named = others.map((one) => {
    const text = labels.has(one.label) ? `${one.label} · ${one.value}` : one.label
    labels.add(one.label)
    return { text, value: one.value }
  })
  const nameOf = (wanted: string) => named.find((one) => one.value === wanted)?.text ?? ''
  const list = `${id}-list`
  const field = useRef<HTMLInputElement>(null)
  // What is typed is not overwritten until something is chosen.
  useEffect(() => {
    if (field.current) field.current.value = nameOf(value)
  }, [value])
  return (
    <>
      <input
        ref={field}
        id={id}
        list={list}
        autoComplete="off"
        placeholder={placeholder?.label}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value.trim().toLowerCase()
          const found = named.find((one) => one.text.toLowerCase() === text)
          currentTarget.value = found?.text ?? nameOf(value)
          if (found) onChange(found.value)
        }}
        class={INPUT}
      />
      <datalist id={list}>
        {named.map((one) => (
          <option key={one.value} value={one.text} />
        ))}
      </datalist>
    </>
  )
}

/** A choice that lasts as long as the tab. */
function useStored(key: string) {
  const [value, setValue] = useState(readStorage('session', key) ?? '')
  function set(next: string) {
    writeStorage('session', key, next === NEW_USER ? undefined : next)
    setValue(next)
  }
  return [value, set] as const
}

/** Asks for the name of a new user. A name that is rejected stays in the field. */
function NewUser({ onCreated }: { onCreated: (user: User) => void }) {
  const [text, setText] = useState('')
  const name = text.trim()
  const { run, isBusy, error } = useAction(async () => {
    if (name !== '') onCreated(await createUser(name))
  })
  const issue = error instanceof RequestError ? error.details.name : undefined
  return (
    <form
      noValidate
      onSubmit={submitting(run)}
      class="flex items-end gap-3 border-b border-line p-4"
    >
      <TextField
        label="Name of the new user"
        error={error === undefined ? undefined : issue ? `A name ${issue}.` : userMessage(error)}
        value={text}
        onInput={setText}
        input={{ autoFocus: true }}
        class="min-w-0 flex-1"
      />
      <Button type="submit" kind="primary" isBusy={isBusy || name === ''}>
        Create
      </Button>
    </form>
  )
}

const STATES = {
  connecting: { text: 'Connecting…', classes: 'bg-edge' },
  live: { text: 'Live: new messages appear by themselves', classes: 'bg-good' },
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
