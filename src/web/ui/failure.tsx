import type { ComponentChildren } from 'preact'
import { RequestError } from '../api/request-error.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface FailureProps {
  error: unknown
  onRetry?: (() => void) | undefined
  /** What can be done where trying again leads nowhere. */
  action?: ComponentChildren
}

/** Says what went wrong in the service's own words, and what can be done about it. */
export function Failure({ error, onRetry, action }: FailureProps) {
  const retry = onRetry && <Button onClick={onRetry}>Try again</Button>
  return (
    <Notice tone="bad" action={action ?? retry}>
      {messageOf(error)}
    </Notice>
  )
}

export function messageOf(error: unknown): string {
  return error instanceof RequestError ? error.message : 'Something went wrong in this page.'
}
