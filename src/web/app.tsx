import { ErrorBoundary, LocationProvider, Route, Router } from 'preact-iso'
import { Board } from './board/board.tsx'
import { Layout } from './shell/layout.tsx'
import { NotFound } from './shell/not-found.tsx'
import { place } from './shell/place.tsx'

// The board is what most come for; the other places are loaded when they are entered.
const Search = place(async () => (await import('./search/search.tsx')).Search)
const Chat = place(async () => (await import('./chat/chat.tsx')).Chat)
const Dashboard = place(async () => (await import('./dashboard/dashboard.tsx')).Dashboard)

/** Addresses of this page. What else this host answers, such as `/docs`, is not ours to show. */
const OWN_ADDRESSES = /^\/($|\?|search|chat|dashboard)/

export function App() {
  return (
    <LocationProvider scope={OWN_ADDRESSES}>
      <Layout>
        <ErrorBoundary>
          <Router>
            <Route path="/" component={Board} />
            <Route path="/search" component={Search} />
            <Route path="/chat" component={Chat} />
            <Route path="/dashboard" component={Dashboard} />
            <Route path="/dashboard/*" component={Dashboard} />
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </Layout>
    </LocationProvider>
  )
}
