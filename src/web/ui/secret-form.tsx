import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Failure } from './failure.tsx'
import { TextField } from './field.tsx'

interface SecretFormProps {
  /** What it is for. */
  children: ComponentChildren
  label: string
  /** What it is called within a sentence, such as `token`. */
  noun: string
  hint: ComponentChildren
  /** What the button is called. */
  action: string
  /** What is wrong with an earlier one. */
  earlierIssue?: string | undefined
  /** Resolves with what is wrong with the secret, if anything is; throws when nobody could tell. */
  check: (secret: string) => Promise<SecretIssue | undefined>
  onAccepted: (secret: string) => void
}

/** A sentence, or that it is not accepted. */
export type SecretIssue = 'not-accepted' | { message: string }

/** A header takes no other characters. */
const SENDABLE = /^[\x21-\x7e]+$/

/** Asks for a key or a token, and keeps what was typed until one is accepted. */
export function SecretForm(props: SecretFormProps) {
  const { children, label, noun, hint, action, earlierIssue, check, onAccepted } = props
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState('')
  const [issue, setIssue] = useState(earlierIssue)
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)

  async function issueOf(secret: string): Promise<string | undefined> {
    if (secret === '') return `Enter a ${noun}.`
    const found = SENDABLE.test(secret) ? await check(secret) : 'not-accepted'
    const isDeclined = found === 'not-accepted'
    if (isDeclined) return `This ${noun} is not accepted. Check that you copied all of it.`
    return found?.message
  }

  async function submit() {
    const secret = value.trim()
    setIsBusy(true)
    setIssue(undefined)
    setFailure(undefined)
    try {
      const found = await issueOf(secret)
      if (found === undefined) return onAccepted(secret)
      setIssue(found)
    } catch (error) {
      setFailure(error)
    }
    setIsBusy(false)
    form.current?.querySelector('input')?.focus()
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) void submit()
  }

  return (
    <Card class="mx-auto mt-4 max-w-md p-6">
      <form ref={form} onSubmit={onSubmit} noValidate class="space-y-4">
        <p>{children}</p>
        <TextField
          label={label}
          hint={hint}
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
          {action}
        </Button>
      </form>
    </Card>
  )
}
