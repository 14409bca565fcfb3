import { useEffect, useRef, useState } from 'preact/hooks'
import type { Span } from '../product/calendar.ts'
import { Button } from '../ui/button.tsx'
import { Field, INPUT } from '../ui/field.tsx'

interface CustomTimeframeProps {
  span: Span | undefined
  onApply: (span: Span) => void
}

/** A form for any days, starting with those that are shown. */
export function CustomTimeframe({ span, onApply }: CustomTimeframeProps) {
  const form = useRef<HTMLFormElement>(null)
  const [days, setDays] = useState({ first: '', last: '' })
  const [errors, setErrors] = useState<Partial<typeof days>>({})
  const { first, last } = days

  useEffect(() => {
    setDays({ first: span?.first ?? '', last: span?.last ?? '' })
    setErrors({})
  }, [span?.first, span?.last])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const found = {
      ...(!first && { first: 'Choose the first day.' }),
      ...(!last && { last: 'Choose the last day.' }),
      ...(first && last && last < first && { last: 'Choose a day on or after the first day.' }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) onApply({ kind: 'range', first, last })
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Custom timeframe"
      onSubmit={onSubmit}
      class="flex flex-wrap items-start gap-3"
    >
      {(['first', 'last'] as const).map((name) => (
        <Field
          key={name}
          label={name === 'first' ? 'First day' : 'Last day'}
          error={errors[name]}
          class="w-40"
        >
          {(control) => (
            <input
              {...control}
              type="date"
              max="9999-12-31"
              value={days[name]}
              onInput={({ currentTarget: { value } }) => setDays({ ...days, [name]: value })}
              class={INPUT}
            />
          )}
        </Field>
      ))}
      <Button type="submit" kind="primary" class="mt-6">
        Show
      </Button>
    </form>
  )
}
