import type { ComponentChildren } from 'preact'
import { access, setAccessToken } from '../api/access-token.ts'
import { isTokenAccepted } from '../api/request.ts'
import { SecretForm } from '../ui/secret-form.tsx'

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
