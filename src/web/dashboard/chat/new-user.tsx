import { useState } from 'preact/hooks'
import type { User } from '../../../client/client.ts'
import { RequestError } from '../../api/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { createUser } from './people.ts'

/** Asks for the name of a new user and creates it. A name that is rejected stays in the field. */
export function NewUser({ onCreated }: { onCreated: (user: User) => void }) {
  const [name, setName] = useState('')
  const [issue, setIssue] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function create() {
    setIsBusy(true)
    setIssue(undefined)
    try {
      onCreated(await createUser(name.trim()))
    } catch (error) {
      setIssue(nameIssue(error))
      setIsBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !isBusy) void create()
      }}
      class="flex items-end gap-3 border-b border-line p-4"
    >
      <TextField
        label="Name of the new user"
        error={issue}
        value={name}
        onInput={setName}
        autoFocus
        class="min-w-0 flex-1"
      />
      <Button type="submit" kind="primary" isBusy={isBusy || name.trim() === ''}>
        Create
      </Button>
    </form>
  )
}

/** Why a user of that name could not be created. */
function nameIssue(error: unknown) {
  const issue = error instanceof RequestError ? error.details.name : undefined
  return issue === undefined ? errorMessage(error) : `A name ${issue}.`
}
