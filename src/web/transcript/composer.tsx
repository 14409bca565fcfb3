import type { Signal } from '@preact/signals'
import { ArrowUp, Square } from 'lucide'
import type { RefObject } from 'preact'
import { useId, useLayoutEffect } from 'preact/hooks'
import { Button, Icon } from '../ui/button.tsx'
import { submitting } from '../ui/use-action.ts'

interface ComposerProps {
  /** What is typed. */
  draft: Signal<string>
  /** Called with a text that is not blank, and never while `isBusy`. */
  onSend: (text: string) => void
  isBusy: boolean
  /** Present while an answer can be stopped: the button is `Stop` then. */
  onStop?: (() => void) | undefined
  placeholder: string
  error?: string | undefined
  /** Lets the parent focus the text area. */
  field: RefObject<HTMLTextAreaElement | null>
}

const ROUND =
  'absolute right-2 bottom-2 size-9! min-h-0! rounded-full! p-0! after:absolute after:-inset-1'

/** The field for the next message. Enter sends it, Shift+Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const { draft, onSend, isBusy, onStop, placeholder, error, field } = props
  const { value } = draft
  const errorId = useId()
  const cannotSend = value.trim() === '' || isBusy

  // As high as its text, up to `max-h`.
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = ''
    // An empty field is not measured: its font may not have loaded yet, and it has one line.
    if (value !== '') element.style.height = `${element.scrollHeight + 2}px`
  }, [value])

  function send() {
    if (!cannotSend) onSend(value.trim())
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
    <form onSubmit={submitting(send)} noValidate>
      <div class="relative">
        <textarea
          ref={field}
          rows={1}
          aria-label="Message"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          placeholder={placeholder}
          enterkeyhint="send"
          value={value}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value
          }}
          onKeyDown={onKeyDown}
          class="block max-h-[40dvh] min-h-13 w-full resize-none rounded-[1.625rem] border border-edge bg-surface py-3.5 pr-14 pl-5 text-base leading-6 text-ink shadow-card placeholder:text-muted focus-visible:-outline-offset-1 aria-invalid:border-bad"
        />
        {/* Keys, so that a click on one of them never reaches the other. */}
        {onStop ? (
          <Button key="stop" kind="primary" aria-label="Stop" onClick={onStop} class={ROUND}>
            <Icon node={Square} class="size-3.5 fill-current" />
          </Button>
        ) : (
          <Button
            key="send"
            type="submit"
            kind="primary"
            aria-label="Send"
            isBusy={cannotSend}
            class={ROUND}
          >
            <Icon node={ArrowUp} class="size-5" />
          </Button>
        )}
      </div>
      {error && (
        <p id={errorId} role="alert" class="mt-1 px-3 text-sm text-bad">
          {error}
        </p>
      )}
    </form>
  )
}
