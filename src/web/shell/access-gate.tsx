import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { access, setAccessToken } from '../api/access-token.ts'
import { isTokenAccepted } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Failure } from '../ui/failure.tsx'
import { TextField } from '../ui/field.tsx'

/** Asks for the service's access token in place of what needs it, once a request was refused. */
export function AccessGate({ children }: { children: ComponentChildren }) {
  if (access.value === 'open') return <>{children}</>
  return <TokenForm isExpired={access.value === 'expired'} />
}

function TokenForm({ isExpired }: { isExpired: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState('')
  const [issue, setIssue] = useState(isExpired ? EXPIRED : undefined)
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit() {
    const token = value.trim()
    setIsBusy(true)
    setFailure(undefined)
    const found = await issueOf(token).catch((error: unknown) => ({ error }))
    setIsBusy(false)
    if (found === undefined) return setAccessToken(token)
    setIssue(typeof found === 'string' ? found : undefined)
    if (typeof found === 'object') setFailure(found.error)
    form.current?.querySelector('input')?.focus()
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) void submit()
  }

  return (
    <Card class="mx-auto mt-4 max-w-md p-6">
      <form ref={form} onSubmit={onSubmit} noValidate class="space-y-4">
        <p>This service asks for an access token.</p>
        <TextField
          label="Access token"
          hint="Kept until you close this tab, and sent only to this service."
          error={issue}
          value={value}
          onInput={setValue}
          autoComplete="off"
          spellcheck={false}
          autoFocus
          class="secret"
        />
        {failure !== undefined && <Failure error={failure} />}
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Continue
        </Button>
      </form>
    </Card>
  )
}

/** What is wrong with a token; nothing where the service accepts it. */
async function issueOf(token: string): Promise<string | undefined> {
  if (token === '') return 'Enter a token.'
  // A header takes no other characters.
  const isSendable = /^[\x21-\x7e]+$/.test(token)
  return isSendable && (await isTokenAccepted(token)) ? undefined : NOT_ACCEPTED
}

const NOT_ACCEPTED = 'This token is not accepted. Check that you copied all of it.'
const EXPIRED = 'Your token is not accepted any more. Enter a new one.'
