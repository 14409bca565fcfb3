import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { access, isTokenAccepted, setAccessToken } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { submitting, useAction } from '../ui/use-action.ts'

/** Shows its children, or, once a request was answered with 401, a form for the access token. */
export function AccessGate({ children }: { children: ComponentChildren }) {
  if (access.value === 'open') return <>{children}</>
  return (
    <SecretForm
      label="Access token"
      noun="token"
      hint="Kept until you close this tab, and sent only to this service."
      action="Continue"
      earlierIssue={access.value === 'expired' ? EXPIRED : undefined}
      check={async (token) => ((await isTokenAccepted(token)) ? undefined : 'not-accepted')}
      onAccepted={setAccessToken}
    >
      This service requires an access token.
    </SecretForm>
  )
}

const EXPIRED = 'Your token is no longer accepted. Enter a new one.'

interface SecretFormProps {
  /** The introduction. */
  children: ComponentChildren
  label: string
  /** The secret's name within a sentence, such as `token`. */
  noun: string
  hint: ComponentChildren
  /** The label of the button. */
  action: string
  /** Why the previous secret is no longer used. */
  earlierIssue?: string | undefined
  /** Resolves with what is wrong with the secret, if anything; rejects if it cannot be checked. */
  check: (secret: string) => Promise<SecretIssue | undefined>
  onAccepted: (secret: string) => void
  /** Below the field. */
  options?: ComponentChildren
}

export type SecretIssue = 'not-accepted' | { message: string }

/** The characters that a header may contain. */
const HEADER_VALUE = /^[\x21-\x7e]+$/

/** Asks for a key or a token. What was typed stays in the field until it is accepted. */
export function SecretForm(props: SecretFormProps) {
  const { children, label, noun, hint, action, earlierIssue, check, onAccepted, options } = props
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState('')
  const [issue, setIssue] = useState(earlierIssue)

  async function issueOf(secret: string): Promise<string | undefined> {
    if (secret === '') return `Enter a ${noun}.`
    const found = HEADER_VALUE.test(secret) ? await check(secret) : 'not-accepted'
    if (found !== 'not-accepted') return found?.message
    return `This ${noun} is not accepted. Check that you copied all of it.`
  }

  const { run, isBusy, error } = useAction(async () => {
    const secret = value.trim()
    setIssue(undefined)
    try {
      const found = await issueOf(secret)
      if (found === undefined) return onAccepted(secret)
      setIssue(found)
    } finally {
      form.current?.querySelector('input')?.focus()
    }
  })

  return (
    <form
      ref={form}
      onSubmit={submitting(run)}
      noValidate
      class="card mx-auto mt-4 w-full max-w-md space-y-4 p-6"
    >
      <p>{children}</p>
      <TextField
        label={label}
        hint={hint}
        error={issue}
        value={value}
        onInput={(text) => {
          setValue(text)
          setIssue(undefined)
        }}
        input={{ spellcheck: false, autoFocus: true }}
        class="secret"
      />
      {options}
      {error !== undefined && <ErrorNotice error={error} />}
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {action}
      </Button>
    </form>
  )
}
