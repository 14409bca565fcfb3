import './styles.css'
import { render } from 'preact'
import { ErrorBoundary, LocationProvider, Route, Router } from 'preact-iso'
import { Board } from './board/board.tsx'
import { ProductPage } from './product/product-page.tsx'
import { Search } from './search/search.tsx'
import { Layout } from './shell/layout.tsx'
import { lazyPage, NotFound } from './shell/lazy-page.tsx'

// Most visitors come for the board, a product or the search; the other places are loaded on demand.
const Chat = lazyPage(async () => (await import('./chat/chat.tsx')).Chat)
const Compare = lazyPage(async () => (await import('./compare/compare.tsx')).Compare)
const Dashboard = lazyPage(async () => (await import('./dashboard/dashboard.tsx')).Dashboard)
const Watches = lazyPage(async () => (await import('./watches/watches-page.tsx')).WatchesPage)

/** The paths that the router handles. Links to others, such as `/docs`, leave the application. */
const APP_PATHS = /^\/($|\?|search|chat|compare|dashboard|products|watches)/

export function App() {
  return (
    <LocationProvider scope={APP_PATHS}>
      <Layout>
        <ErrorBoundary>
          <Router>
            <Route path="/" component={Board} />
            <Route path="/products/:id" component={ProductPage} />
            <Route path="/search" component={Search} />
            <Route path="/chat" component={Chat} />
            <Route path="/compare" component={Compare} />
            <Route path="/watches" component={Watches} />
            <Route path="/dashboard" component={Dashboard} />
            <Route path="/dashboard/*" component={Dashboard} />
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </Layout>
    </LocationProvider>
  )
}

/** Until then the document itself shows the podium. */
function start() {
  const root = document.querySelector('#app')
  if (root) render(<App />, root)
  document.querySelector('#first')?.remove()
}

const MAX_WAIT_MS = 200

/** Resolves once what the document shows is on the screen. Hidden pages paint nothing. */
async function firstPaint(): Promise<void> {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return
  await new Promise<unknown>((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, MAX_WAIT_MS)
  })
}

// A slow phone is busy for a second now. Two frames are too few: Chromium forgets a text that leaves before it is reported.
void firstPaint().then(start)
