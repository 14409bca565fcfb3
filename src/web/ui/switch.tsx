import { cx } from './cx.ts'

interface SwitchProps {
  label: string
  isOn: boolean
  /** The change is being saved: it is already shown, and further clicks are ignored. */
  isBusy?: boolean
  onChange: (isOn: boolean) => void
}

/** A setting that is saved as soon as it is switched. */
export function Switch({ label, isOn, isBusy = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-busy={isBusy || undefined}
      onClick={() => isBusy || onChange(!isOn)}
      class={cx(
        'inline-flex h-6 w-10 shrink-0 items-center rounded-full border p-0.5 motion-safe:transition-colors',
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
