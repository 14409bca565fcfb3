import { useEffect } from 'preact/hooks'
import { ErrorBoundary, Route, Router, useLocation } from 'preact-iso'
import { NotFound } from '../shell/not-found.tsx'
import { place } from '../shell/place.tsx'
import { KeyGate } from './key-gate.tsx'
import { DashboardNavigation } from './navigation.tsx'

const AgentsPlace = place(async () => (await import('./agents/agents-place.tsx')).AgentsPlace)
const ActionsPlace = place(async () => (await import('./actions/actions-place.tsx')).ActionsPlace)
const ChatPlace = place(async () => (await import('./chat/chat-place.tsx')).ChatPlace)
const MembersPlace = place(async () => (await import('./members/members-place.tsx')).MembersPlace)
const NotificationsPlace = place(
  async () => (await import('./notifications/notifications-place.tsx')).NotificationsPlace,
)
const StatusPlace = place(async () => (await import('./status/status-place.tsx')).StatusPlace)

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
