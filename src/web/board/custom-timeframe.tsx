import { useEffect, useState } from 'preact/hooks'
import type { Span } from '../product/calendar.ts'
import { Button } from '../ui/button.tsx'
import { Field, INPUT } from '../ui/field.tsx'

interface CustomTimeframeProps {
  span: Span | undefined
  onApply: (span: Span) => void
}

/** A form for any days, starting with those that are shown. The browser says what is missing. */
export function CustomTimeframe({ span, onApply }: CustomTimeframeProps) {
  const [{ first, last }, setDays] = useState({ first: '', last: '' })
  useEffect(
    () => setDays({ first: span?.first ?? '', last: span?.last ?? '' }),
    [span?.first, span?.last],
  )
  return (
    <form
      aria-label="Custom timeframe"
      onSubmit={(event) => {
        event.preventDefault()
        onApply({ kind: 'range', first, last })
      }}
      class="mb-4 flex flex-wrap items-end gap-3"
    >
      <DayField label="First day" value={first} onInput={(day) => setDays({ first: day, last })} />
      <DayField
        label="Last day"
        value={last}
        min={first}
        onInput={(day) => setDays({ first, last: day })}
      />
      <Button type="submit" kind="primary">
        Show
      </Button>
    </form>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string
  onInput: (day: string) => void
}

function DayField({ label, onInput, ...days }: DayFieldProps) {
  return (
    <Field label={label} class="w-40">
      {(control) => (
        <input
          {...control}
          {...days}
          type="date"
          required
          max="9999-12-31"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          class={INPUT}
        />
      )}
    </Field>
  )
}
