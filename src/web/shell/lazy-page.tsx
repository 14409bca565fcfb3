import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { lazy } from 'preact-iso'
import { RequestError, UNREACHABLE } from '../api/request.ts'
import { isOnline } from '../browser/online.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

const TIMEOUT_MS = 10_000

/**
 * A page whose code is loaded when it is first visited. If loading fails, an error is shown in its
 * place. If it fails because a new version was deployed, whose files have other names, the whole
 * application is reloaded.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    try {
      return await load()
    } catch {
      if (await isOutdated().catch(() => false)) location.reload()
      return LoadError
    }
  })
}

/** Browsers may cache that a module failed to load, so a retry has to reload the application. */
function LoadError() {
  async function retry() {
    // Reloading while the service is unreachable would replace the page by the browser's own error.
    const page = await fetchPage().catch(() => undefined)
    if (page !== undefined) location.reload()
  }

  const online = isOnline.value
  const isFirst = useRef(true)
  useEffect(() => {
    if (online && !isFirst.current) void retry()
    isFirst.current = false
  }, [online])

  return (
    <Page title="This page could not be loaded">
      <ErrorNotice error={new RequestError(UNREACHABLE)} onRetry={() => void retry()} />
    </Page>
  )
}

/** Whether the service has another version than the one that is open. */
async function isOutdated() {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module]')?.src
  return entry !== undefined && !(await fetchPage()).includes(new URL(entry).pathname)
}

async function fetchPage() {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(location.href, { signal, cache: 'no-store' })
  if (!response.ok) throw new Error(`The service answered with ${response.status}.`)
  return await response.text()
}

export function NotFound({ lead = 'There is no page at this address.' }: { lead?: string }) {
  return (
    <Page title="Not found" lead={lead}>
      <div class="flex flex-wrap gap-2">
        <ButtonLink kind="primary" href="/">
          Back to the board
        </ButtonLink>
        <ButtonLink href="/search">Search</ButtonLink>
      </div>
    </Page>
  )
}
