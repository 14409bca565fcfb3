import { ErrorBoundary, Route, Router } from 'preact-iso'
import { lazyPage, NotFound } from '../shell/lazy-page.tsx'
import { KeyGate } from './key-gate.tsx'
import { DashboardNavigation } from './navigation.tsx'
import { Overview } from './overview/overview.tsx'

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
