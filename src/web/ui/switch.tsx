import { cx } from './cx.ts'

interface SwitchProps {
  /** Of its label, or else `aria-label`. */
  id?: string
  name?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  isOn: boolean
  /** The change is being saved: it is already shown, and further clicks are ignored. */
  isBusy?: boolean
  onChange: (isOn: boolean) => void
}

/** Its target is larger than what is seen, where fingers go. */
export function Switch({ isOn, isBusy = false, onChange, ...attributes }: SwitchProps) {
  return (
    <button
      {...attributes}
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      onClick={() => isBusy || onChange(!isOn)}
      class={cx(
        'relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border p-0.5 motion-safe:transition-colors',
        isOn ? 'border-accent bg-accent' : 'border-edge bg-sunken',
      )}
    >
      <span
        class={cx(
          'size-4 rounded-full motion-safe:transition-transform',
          isOn ? 'translate-x-4 bg-on-accent' : 'translate-x-0.5 bg-edge',
        )}
      />
    </button>
  )
}
