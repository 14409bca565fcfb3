import { useEffect } from 'preact/hooks'
import { ErrorBoundary, lazy, Route, Router, useLocation } from 'preact-iso'
import { NotFound } from '../shell/not-found.tsx'
import { KeyGate } from './key-gate.tsx'
import { DashboardNavigation } from './navigation.tsx'

const AgentsPlace = lazy(async () => (await import('./agents/agents-place.tsx')).AgentsPlace)
const ActionsPlace = lazy(async () => (await import('./actions/actions-place.tsx')).ActionsPlace)
const ChatPlace = lazy(async () => (await import('./chat/chat-place.tsx')).ChatPlace)
const MembersPlace = lazy(async () => (await import('./members/members-place.tsx')).MembersPlace)
const NotificationsPlace = lazy(
  async () => (await import('./notifications/notifications-place.tsx')).NotificationsPlace,
)
const StatusPlace = lazy(async () => (await import('./status/status-place.tsx')).StatusPlace)

/** The chat platform's dashboard: its places, once there is a key. */
export function Dashboard() {
  return (
    <KeyGate>
      <DashboardNavigation />
      <ErrorBoundary>
        <Router>
          <Route path="/agents" component={AgentsPlace} />
          <Route path="/actions" component={ActionsPlace} />
          <Route path="/chat" component={ChatPlace} />
          <Route path="/members" component={MembersPlace} />
          <Route path="/notifications" component={NotificationsPlace} />
          <Route path="/status" component={StatusPlace} />
          <Route path="/" component={FirstPlace} />
          <Route default component={NotFound} />
        </Router>
      </ErrorBoundary>
    </KeyGate>
  )
}

function FirstPlace() {
  const { route } = useLocation()
  useEffect(() => route('/dashboard/agents', true), [])
  return null
}
