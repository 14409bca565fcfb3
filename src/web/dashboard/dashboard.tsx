import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ErrorBoundary, Route, Router } from 'preact-iso'
import { RequestError } from '../api/request.ts'
import { SecretForm, type SecretIssue } from '../shell/access-gate.tsx'
import { lazyPage, NotFound } from '../shell/lazy-page.tsx'
import { Page } from '../ui/page.tsx'
import { DashboardNavigation } from './navigation.tsx'
import { Overview } from './overview/overview.tsx'
import { apiKey, callPlatform, keyIssue, setKey } from './platform.ts'

const AgentsPage = lazyPage(async () => (await import('./agents/agents-page.tsx')).AgentsPage)
const ActionsPage = lazyPage(async () => (await import('./actions/actions-page.tsx')).ActionsPage)
const ChatPage = lazyPage(async () => (await import('./chat/chat-page.tsx')).ChatPage)
const MembersPage = lazyPage(async () => (await import('./members/members-page.tsx')).MembersPage)
const NotificationsPage = lazyPage(
  async () => (await import('./notifications/notifications-page.tsx')).NotificationsPage,
)
const StatusPage = lazyPage(async () => (await import('./status/status-page.tsx')).StatusPage)

/** The chat platform's dashboard: its places, or a form for the API key. */
export function Dashboard() {
  return (
    <KeyGate>
      <div class="mx-auto w-full max-w-6xl flex-1 lg:flex">
        <DashboardNavigation />
        <div class="flex min-w-0 flex-1 flex-col">
          <ErrorBoundary>
            <Router>
              <Route path="/" component={Overview} />
              <Route path="/agents" component={AgentsPage} />
              <Route path="/actions" component={ActionsPage} />
              <Route path="/chat" component={ChatPage} />
              <Route path="/members" component={MembersPage} />
              <Route path="/notifications/:section?" component={NotificationsPage} />
              <Route path="/status" component={StatusPage} />
              <Route default component={NotFound} />
            </Router>
          </ErrorBoundary>
        </div>
      </div>
    </KeyGate>
  )
}

/** Shows its children, or, without an accepted API key, a form for one. */
function KeyGate({ children }: { children: ComponentChildren }) {
  const [isKept, setIsKept] = useState(false)
  if (apiKey.value !== undefined) return <>{children}</>
  return (
    <Page title="Dashboard">
      <SecretForm
        label="API key"
        noun="key"
        hint={
          <>
            One of <code class="font-mono wrap-anywhere">PLATFORM_API_KEYS</code>. A service that
            only this machine can reach prints one when it first starts. The key is sent to this
            service alone.
          </>
        }
        action="Sign in"
        earlierIssue={keyIssue.value}
        check={checkKey}
        onAccepted={(key) => setKey(key, isKept)}
        options={
          <label class="flex min-h-6 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={isKept}
              onChange={({ currentTarget }) => setIsKept(currentTarget.checked)}
            />
            Keep the key on this device
          </label>
        }
      >
        Manage your agents, actions, members and notifications with an API key of the chat platform.
      </SecretForm>
    </Page>
  )
}

/** Calls a cheap route that requires a key with full access. */
async function checkKey(key: string): Promise<SecretIssue | undefined> {
  try {
    await callPlatform('/v3/ai-agents/agents?perPage=1', { key })
    return undefined
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (error.status === 401) return 'not-accepted'
    if (error.code === 'AUTH_ERR_NO_ACCESS') return { message: SIGNS_IN_ONLY }
    throw error
  }
}

const SIGNS_IN_ONLY =
  'This key can only sign users in (authOnly). The dashboard requires one with full access.'
