import { Check, Copy } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { INPUT } from './field.tsx'

const SHOWN_MS = 2_000

interface CopyButtonProps {
  label: string
  /** The text to copy. Called on each click. */
  text: () => string
  kind?: 'secondary' | 'ghost'
  class?: string
}

/**
 * Copies a text to the clipboard and confirms it. If the browser does not allow that, as on a page
 * without TLS, it shows the text in a field to be copied manually.
 */
export function CopyButton({ label, text, kind = 'secondary', ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    clearTimeout(timer.current)
    try {
      await navigator.clipboard.writeText(text())
      setOutcome('copied')
      timer.current = setTimeout(setOutcome, SHOWN_MS, undefined)
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <>
      <Button
        kind={kind}
        icon={outcome === 'copied' ? Check : Copy}
        onClick={copy}
        class={rest.class}
      >
        {label}
      </Button>
      <span role="status" class="sr-only">
        {outcome === 'copied' && 'Copied.'}
      </span>
      {outcome === 'failed' && (
        <input
          readOnly
          ref={focus}
          aria-label="Copy this manually"
          value={text()}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => setOutcome(undefined)}
          class={INPUT}
        />
      )}
    </>
  )
}

function focus(field: HTMLInputElement | null): void {
  field?.focus()
}
