import { useState } from 'preact/hooks'
import type { User } from '../../../client/client.ts'
import { RequestError } from '../../api/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { errorMessage } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { submitting, useAction } from '../../ui/use-action.ts'
import { createUser } from './people.ts'

/** Asks for the name of a new user and creates it. A name that is rejected stays in the field. */
export function NewUser({ onCreated }: { onCreated: (user: User) => void }) {
  const [text, setText] = useState('')
  const name = text.trim()
  const { run, isBusy, error } = useAction(async () => {
    if (name !== '') onCreated(await createUser(name))
  })

  return (
    <form
      noValidate
      onSubmit={submitting(run)}
      class="flex items-end gap-3 border-b border-line p-4"
    >
      <TextField
        label="Name of the new user"
        error={error === undefined ? undefined : nameIssue(error)}
        value={text}
        onInput={setText}
        autoFocus
        class="min-w-0 flex-1"
      />
      <Button type="submit" kind="primary" isBusy={isBusy || name === ''}>
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
