import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Field, INPUT } from '../ui/field.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { isWeek } from './calendar.ts'
import { type CustomFields, customFields } from './timeframes.ts'

const KINDS = [
  { value: 'day', name: 'A day' },
  { value: 'range', name: 'A range' },
  { value: 'week', name: 'A week' },
] as const

type Errors = Partial<Record<keyof CustomFields, string>>

interface CustomTimeframeProps {
  timeframe: string
  onApply: (timeframe: string) => void
}

/** A form for a day, a range or a week. It starts with the current timeframe. */
export function CustomTimeframe({ timeframe, onApply }: CustomTimeframeProps) {
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(() => customFields(timeframe))
  const [errors, setErrors] = useState<Errors>({})

  useEffect(() => {
    setFields(customFields(timeframe))
    setErrors({})
  }, [timeframe])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const found = errorsIn(fields)
    setErrors(found)
    if (Object.keys(found).length === 0) onApply(timeframeOf(fields))
  }

  function dateField(label: string, name: 'day' | 'first' | 'last' | 'week') {
    return (
      <Field label={label} error={errors[name]} class="w-full sm:w-44">
        {(control) => (
          <input
            {...control}
            type={name === 'week' ? 'week' : 'date'}
            max={name === 'week' ? '9999-W52' : '9999-12-31'}
            // For browsers that show a text field because they do not support the type.
            placeholder={name === 'week' ? '2026-W47' : '2026-11-20'}
            value={fields[name]}
            onInput={({ currentTarget: { value } }) => setFields({ ...fields, [name]: value })}
            class={INPUT}
          />
        )}
      </Field>
    )
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Custom timeframe"
      onSubmit={onSubmit}
      class="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3"
    >
      <div class="space-y-1">
        <p class="text-sm font-medium" aria-hidden="true">
          Show
        </p>
        <SegmentedControl
          label="Kind of timeframe"
          options={KINDS}
          value={fields.kind}
          onChange={(kind) => setFields({ ...fields, kind })}
        />
      </div>
      {fields.kind === 'day' && dateField('Day', 'day')}
      {fields.kind === 'range' && dateField('First day', 'first')}
      {fields.kind === 'range' && dateField('Last day', 'last')}
      {fields.kind === 'week' && dateField('ISO week', 'week')}
      <Button type="submit" kind="primary" class="sm:mt-6">
        Apply
      </Button>
    </form>
  )
}

function timeframeOf({ kind, day, first, last, week }: CustomFields): string {
  if (kind === 'day') return day
  return kind === 'week' ? plainWeek(week) : `${first}/${last}`
}

function errorsIn({ kind, day, first, last, week }: CustomFields): Errors {
  if (kind === 'day') return day ? {} : { day: 'Choose a day.' }
  if (kind === 'week') {
    return isWeek(plainWeek(week)) ? {} : { week: 'Choose a week, such as 2026-W47.' }
  }
  return {
    ...(!first && { first: 'Choose the first day.' }),
    ...(!last && { last: 'Choose the last day.' }),
    ...(first && last && last < first && { last: 'Choose a day on or after the first day.' }),
  }
}

function plainWeek(week: string): string {
  return week.trim().toUpperCase()
}
