import { ArrowUp, Square } from 'lucide'
import type { RefObject } from 'preact'
import { useId, useLayoutEffect } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface ComposerProps {
  value: string
  onInput: (value: string) => void
  /** Called with text that has something in it, and never while an answer is under way. */
  onSend: (text: string) => void
  /** An answer is under way. */
  isAnswering?: boolean
  /** Stops the answer; without it there is no button for that. */
  onStop?: (() => void) | undefined
  label?: string
  placeholder?: string
  error?: string | undefined
  /** To give it the focus. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** Where a message is written. Enter sends it, Shift and Enter begins a line. */
export function Composer(props: ComposerProps) {
  const { value, onInput, onSend, isAnswering = false, onStop, error, field } = props
  const { label = 'Message', placeholder } = props
  const errorId = useId()
  const isBlank = value.trim() === ''

  // As high as its text: `max-h` ends that.
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = ''
    // A placeholder may be measured before its font is there; it has one line.
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
    // The Enter that ends a composition, as for Japanese, belongs to that; Safari says so by 229.
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
            // Two buttons, not one that changes: the click that stops must not submit as well.
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
