import type { ComponentChildren } from 'preact'
import { RequestError } from '../api/request-error.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface ErrorNoticeProps {
  error: unknown
  onRetry?: (() => void) | undefined
  /** Replaces `Try again` where a retry would not help. */
  action?: ComponentChildren
}

/** An error message with a way to retry. */
export function ErrorNotice({ error, onRetry, action }: ErrorNoticeProps) {
  const retry = onRetry && <Button onClick={onRetry}>Try again</Button>
  return (
    <Notice tone="bad" action={action ?? retry}>
      {errorMessage(error)}
    </Notice>
  )
}

/** Only messages of `RequestError` are meant for users. */
export function errorMessage(error: unknown): string {
  return error instanceof RequestError ? error.message : 'Something went wrong in this page.'
}
