import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'
import { RequestError, UNREACHABLE } from '../api/request-error.ts'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'

const TIMEOUT_MS = 10_000

/**
 * A place of the page whose code is loaded when it is entered. Where that fails the place says so.
 * When a new version of the page was deployed meanwhile, whose parts have other names, that version
 * is loaded in place of this one.
 */
export function place(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    try {
      return await load()
    } catch {
      if (await isOutdated().catch(() => false)) location.reload()
      return PlaceFailure
    }
  })
}

/** A browser may keep that a part could not be loaded, so what can be tried again is the whole page. */
function PlaceFailure() {
  async function retry() {
    // To reload while nothing answers would leave the browser's own page about that.
    const page = await fetchPage().catch(() => undefined)
    if (page !== undefined) location.reload()
  }

  return (
    <Page title="Not loaded">
      <Failure error={new RequestError(UNREACHABLE)} onRetry={() => void retry()} />
    </Page>
  )
}

/** Whether the service has another page now than the one that is open. */
async function isOutdated() {
  const own = document.querySelector<HTMLScriptElement>('script[type=module]')?.src
  return own !== undefined && !(await fetchPage()).includes(new URL(own).pathname)
}

async function fetchPage() {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(location.href, { signal, cache: 'no-store' })
  if (!response.ok) throw new Error(`The page was answered with ${response.status}.`)
  return await response.text()
}
