import { signal } from '@preact/signals'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { RequestError, UNREACHABLE } from '../api/request.ts'
import { isOnline } from '../browser/online.ts'
import { Button, Icon } from './button.tsx'
import { cx } from './cx.ts'

const TONES = {
  info: { icon: Info, classes: 'bg-sunken text-ink' },
  good: { icon: CircleCheck, classes: 'bg-good-soft text-good' },
  warn: { icon: TriangleAlert, classes: 'bg-warn-soft text-warn' },
  bad: { icon: CircleAlert, classes: 'bg-bad-soft text-bad' },
}

interface NoticeProps {
  tone: keyof typeof TONES
  /** A button or link at the end. */
  action?: ComponentChildren
  children: ComponentChildren
  class?: string
}

/** A message beside the content. Screen readers announce errors at once and others politely. */
export function Notice({ tone, action, children, class: className }: NoticeProps) {
  const { icon, classes } = TONES[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      class={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-3.5 py-2.5 text-sm',
        classes,
        className,
      )}
    >
      <Icon node={icon} />
      <div class="min-w-0 flex-1 basis-40 wrap-anywhere">{children}</div>
      {action}
    </div>
  )
}

interface BadgeProps {
  tone: keyof typeof TONES
  children: ComponentChildren
}

/** A state in a word. The icon says the same to those who cannot tell the colours apart. */
export function Badge({ tone, children }: BadgeProps) {
  const { icon, classes } = TONES[tone]
  return (
    <span
      class={`inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-sm font-medium whitespace-nowrap ${classes}`}
    >
      <Icon node={icon} class="size-3.5" />
      {children}
    </span>
  )
}

/** Shown in place of an empty list: that there is nothing, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="rounded-lg border border-dashed border-line px-6 py-12 text-center">
      <p class="font-medium wrap-anywhere">{title}</p>
      {children && <div class="mx-auto mt-1 max-w-prose text-sm text-muted">{children}</div>}
    </div>
  )
}

/** A placeholder for content that is loading, of the same size so that nothing shifts. */
export function Skeleton({ class: className }: { class?: string }) {
  return (
    <span
      aria-hidden="true"
      class={cx('block motion-safe:animate-pulse rounded bg-sunken', className)}
    />
  )
}

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
  if (!isOnline.value && userMessage(error) === UNREACHABLE) return null
  const retry = onRetry && <RetryButton error={error} onRetry={onRetry} />
  return (
    <Notice tone="bad" action={action ?? retry} {...(className && { class: className })}>
      {/* Its button says when. */}
      {retry ? userMessage(error).replace(/ Try again in a moment\.$/, '') : userMessage(error)}
    </Notice>
  )
}

/** Only messages of `RequestError` are meant for users. */
export function userMessage(error: unknown): string {
  return error instanceof RequestError ? error.message : 'Something went wrong on this page.'
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

const SHOWN_MS = 8_000

interface Toast {
  text: string
  undo?: (() => void) | undefined
}

const shown = signal<Toast>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Says that something was done, for a moment, with a button `Undo` where it can be undone. */
export function showToast(text: string, undo?: () => void): void {
  clearTimeout(timer)
  shown.value = { text, undo }
  timer = setTimeout(hide, SHOWN_MS)
}

function hide() {
  shown.value = undefined
}

/** Where toasts appear. It stays while the pointer or the focus is on it. */
export function Toaster() {
  const { text, undo } = shown.value ?? {}
  const pause = () => clearTimeout(timer)
  function resume() {
    timer = setTimeout(hide, SHOWN_MS)
  }
  return (
    <div
      role="status"
      data-toaster={text !== undefined}
      class="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4"
    >
      {text && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only postpones its own end
        <div
          onMouseEnter={pause}
          onMouseLeave={resume}
          onFocusIn={pause}
          onFocusOut={resume}
          class="pointer-events-auto flex max-w-full items-center gap-4 rounded-lg border border-line bg-surface px-4 py-2 shadow-raised"
        >
          <span key={text} class="min-w-0 wrap-anywhere">
            {text}
          </span>
          {undo && (
            <Button
              kind="ghost"
              onClick={() => {
                hide()
                undo()
              }}
            >
              Undo
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
