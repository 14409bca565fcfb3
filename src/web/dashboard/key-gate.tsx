import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { RequestError } from '../api/request-error.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Failure } from '../ui/failure.tsx'
import { TextField } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { apiKey, keyIssue, openWith } from './api-key.ts'
import { createPlatform } from './platform-client.ts'

/** Asks for the platform's key in place of the dashboard, until there is one that is accepted. */
export function KeyGate({ children }: { children: ComponentChildren }) {
  if (apiKey.value !== undefined) return <>{children}</>
  return (
    <Page title="Dashboard">
      <KeyForm />
    </Page>
  )
}

function KeyForm() {
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState('')
  const [issue, setIssue] = useState(keyIssue.value)
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)

  async function open() {
    const key = value.trim()
    const outcome = key ? await checkKey(key) : { issue: 'Enter a key.' }
    if (outcome === 'accepted') return openWith(key)
    setIssue(outcome.issue)
    setFailure(outcome.failure)
    setIsBusy(false)
    form.current?.querySelector('input')?.focus()
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setIssue(undefined)
    setFailure(undefined)
    void open()
  }

  return (
    <Card class="mx-auto mt-4 max-w-md p-6">
      <form ref={form} onSubmit={onSubmit} noValidate class="space-y-4">
        <p>
          Enter an API key of the chat platform to manage its agents, actions, members and
          notifications.
        </p>
        <TextField
          label="API key"
          hint={
            <>
              The service printed one when it first started; set your own with{' '}
              <code class="font-mono wrap-anywhere">PLATFORM_API_KEYS</code>. Kept until you close
              this tab, and sent only to this service.
            </>
          }
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
          Open
        </Button>
      </form>
    </Card>
  )
}

interface Declined {
  issue?: string
  failure?: unknown
}

/** What one may do with a key shows in something cheap that only a key with full access may read. */
async function checkKey(key: string): Promise<'accepted' | Declined> {
  // A header takes no other characters.
  if (!/^[\x21-\x7e]+$/.test(key)) return { issue: NOT_ACCEPTED }
  try {
    await createPlatform(key).request('/v3/ai-agents/agents', { query: { perPage: 1 } })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof RequestError)) return { failure: error }
    if (error.status === 401) return { issue: NOT_ACCEPTED }
    if (error.code === 'AUTH_ERR_NO_ACCESS') return { issue: SIGNS_IN_ONLY }
    return { failure: error }
  }
}

const NOT_ACCEPTED = 'This key is not accepted. Check that you copied all of it.'
const SIGNS_IN_ONLY =
  'This key can only sign users in (authOnly). The dashboard needs one with full access.'
