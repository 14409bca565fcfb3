import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { access, setAccessToken } from '../api/access-token.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/field.tsx'

/** Asks for the service's access token in place of what needs it, once a request was refused. */
export function AccessGate({ children }: { children: ComponentChildren }) {
  if (access.value === 'open') return <>{children}</>
  return <TokenForm isInvalid={access.value === 'invalid'} />
}

function TokenForm({ isInvalid }: { isInvalid: boolean }) {
  const [value, setValue] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const token = value.trim()
    setIsEmpty(token === '')
    if (token) setAccessToken(token)
  }

  const error = isEmpty ? 'Enter a token.' : isInvalid ? 'This token is not accepted.' : undefined
  return (
    <Card class="mx-auto mt-4 max-w-md p-6">
      <form onSubmit={onSubmit} noValidate class="space-y-4">
        <p>This service asks for an access token.</p>
        <TextField
          label="Access token"
          hint="Kept until you close this tab, and sent only to this service."
          error={error}
          value={value}
          onInput={setValue}
          autoComplete="off"
          spellcheck={false}
          autoFocus
          class="secret"
        />
        <Button type="submit" kind="primary">
          Continue
        </Button>
      </form>
    </Card>
  )
}
