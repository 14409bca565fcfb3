import { ArrowUp, Square } from 'lucide'
import type { RefObject } from 'preact'
import { useId, useLayoutEffect } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface ComposerProps {
  value: string
  onInput: (value: string) => void
  /** Called with a text that is not blank, and never while `isAnswering`. */
  onSend: (text: string) => void
  isAnswering?: boolean
  /** Without it there is no `Stop` button. */
  onStop?: (() => void) | undefined
  label?: string
  placeholder?: string
  error?: string | undefined
  /** Lets the parent focus the text area. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** The field for the next message. Enter sends it, Shift+Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const { value, onInput, onSend, isAnswering = false, onStop, error, field } = props
  const { label = 'Message', placeholder } = props
  const errorId = useId()
  const isBlank = value.trim() === ''

  // As high as its text, up to `max-h`.
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = ''
    // An empty field is not measured: its font may not have loaded yet, and it has one line.
    if (value !== '') element.style.height = `${element.scrollHeight + 2}px`
  }, [value])

  function send() {
    if (!isBlank && !isAnswering) onSend(value.trim())
  }

  function stop() {
    onStop?.()
    field.current?.focus()
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    send()
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends the composition of Japanese text, for example. Safari reports that as 229.
    if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return
    if (event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!event.repeat) send()
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <div class="relative">
        <textarea
          ref={field}
          rows={1}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          placeholder={placeholder}
          enterkeyhint="send"
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          onKeyDown={onKeyDown}
          class="block max-h-[40dvh] min-h-13 w-full resize-none rounded-2xl border border-edge bg-surface py-3.5 pr-25 pl-4 text-base leading-6 text-ink shadow-card placeholder:text-muted focus-visible:-outline-offset-1 focus-visible:outline-accent aria-invalid:border-bad"
        />
        <div class="absolute right-2 bottom-2">
          {isAnswering && onStop ? (
            // The key keeps it from being reused as `Send`, which the same click would submit.
            <Button key="stop" onClick={stop} class="rounded-xl">
              <Icon node={Square} class="size-3 fill-current" />
              Stop
            </Button>
          ) : (
            <Button
              key="send"
              type="submit"
              kind="primary"
              isBusy={isBlank || isAnswering}
              class="rounded-xl"
            >
              <Icon node={ArrowUp} />
              Send
            </Button>
          )}
        </div>
      </div>
      {error && (
        <p id={errorId} role="alert" class="mt-1 text-[13px] leading-5 text-bad">
          {error}
        </p>
      )}
    </form>
  )
}
