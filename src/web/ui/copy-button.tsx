import { Check, Copy } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const SAID_FOR_MS = 2_000

type Outcome = 'copied' | 'failed'

const LABELS = { copied: 'Copied', failed: 'Cannot copy here' }

interface CopyButtonProps {
  text: string
  /** What is copied, where the button's place does not say it. */
  label?: string
  kind?: 'ghost' | 'secondary'
}

/** Copies a text, and says so for a moment. */
export function CopyButton({ text, label = 'Copy', kind = 'ghost' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  // A page that did not come over HTTPS has no clipboard.
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )

  return (
    <Button kind={kind} onClick={copy} class="px-2 text-[13px]">
      <Icon node={outcome === 'copied' ? Check : Copy} class="size-3.5" />
      <span aria-live="polite">{outcome ? LABELS[outcome] : label}</span>
    </Button>
  )
}
