import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { RequestError, UNREACHABLE } from '../api/request-error.ts'
import { isOnline } from '../browser/online.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface ErrorNoticeProps {
  error: unknown
  onRetry?: (() => void) | undefined
  /** Replaces `Try again` where a retry would not help. */
  action?: ComponentChildren
  class?: string
}

/** An error message with a way to retry. */
export function ErrorNotice({ error, onRetry, action, class: className }: ErrorNoticeProps) {
  // The page itself says that it is offline, and loads again by itself.
  if (!isOnline.value && errorMessage(error) === UNREACHABLE) return null
  const retry = onRetry && <RetryButton error={error} onRetry={onRetry} />
  return (
    <Notice tone="bad" action={action ?? retry} {...(className && { class: className })}>
      {errorMessage(error)}
    </Notice>
  )
}

/** Only messages of `RequestError` are meant for users. */
export function errorMessage(error: unknown): string {
  return error instanceof RequestError ? error.message : 'Something went wrong in this page.'
}

/** Counts down to the time that the service named, and then retries. */
function RetryButton({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const seconds = useSecondsLeft(error)
  useEffect(() => {
    if (seconds === 0) onRetry()
  }, [seconds])
  return (
    <Button onClick={onRetry}>
      Try again{seconds !== undefined && seconds > 0 && <span> in {seconds} s</span>}
    </Button>
  )
}

/** The seconds until a request may be tried again; undefined if the service named none. */
function useSecondsLeft(error: unknown): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const { retryAfterMs } = error instanceof RequestError ? error : {}
    if (retryAfterMs === undefined) return setLeft(undefined)
    const end = Date.now() + retryAfterMs
    const update = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)))
    update()
    const timer = setInterval(update, 1_000)
    return () => clearInterval(timer)
  }, [error])
  return left
}
