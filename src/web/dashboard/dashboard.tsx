import { useEffect } from 'preact/hooks'
import { ErrorBoundary, Route, Router, useLocation } from 'preact-iso'
import { lazyPage } from '../shell/lazy-page.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { KeyGate } from './key-gate.tsx'
import { DashboardNavigation } from './navigation.tsx'

const AgentsPage = lazyPage(async () => (await import('./agents/agents-page.tsx')).AgentsPage)
const ActionsPage = lazyPage(async () => (await import('./actions/actions-page.tsx')).ActionsPage)
const ChatPage = lazyPage(async () => (await import('./chat/chat-page.tsx')).ChatPage)
const MembersPage = lazyPage(async () => (await import('./members/members-page.tsx')).MembersPage)
const NotificationsPage = lazyPage(
  async () => (await import('./notifications/notifications-page.tsx')).NotificationsPage,
)
const StatusPage = lazyPage(async () => (await import('./status/status-page.tsx')).StatusPage)

/** The chat platform's dashboard: its pages, or a form for the API key. */
export function Dashboard() {
  return (
    <KeyGate>
      <DashboardNavigation />
      <ErrorBoundary>
        <Router>
          <Route path="/agents" component={AgentsPage} />
          <Route path="/actions" component={ActionsPage} />
          <Route path="/chat" component={ChatPage} />
          <Route path="/members" component={MembersPage} />
          <Route path="/notifications" component={NotificationsPage} />
          <Route path="/status" component={StatusPage} />
          <Route path="/" component={RedirectToAgents} />
          <Route default component={NotFound} />
        </Router>
      </ErrorBoundary>
    </KeyGate>
  )
}

function RedirectToAgents() {
  const { route } = useLocation()
  useEffect(() => route('/dashboard/agents', true), [])
  return null
}
