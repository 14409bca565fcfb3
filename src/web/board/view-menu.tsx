import { SlidersHorizontal } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Field, INPUT, SegmentedControl, Select } from '../ui/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { type BoardParams, LIMITS } from './board-params.ts'
import { findZone, zoneOptions } from './zones.ts'

interface ViewMenuProps {
  params: BoardParams
  topics: readonly string[]
  onChange: (changed: Partial<BoardParams>) => void
}

/** What of a window is shown: zone, number and topic. */
export function ViewMenu({ params, topics, onChange }: ViewMenuProps) {
  const { timezone, limit, topic } = params
  const offered = topic && !topics.includes(topic) ? [topic, ...topics] : topics
  const limits = [...new Set([...LIMITS, limit])].sort(
    (left, right) => Number(left) - Number(right),
  )
  return (
    <Menu label="View" icon={SlidersHorizontal}>
      <div class="space-y-4">
        <ZoneField timezone={timezone} onChange={onChange} />
        <div class="space-y-1">
          <p aria-hidden="true" class="text-sm font-medium">
            Number
          </p>
          <SegmentedControl
            label="Number"
            options={limits.map((value) => ({ value, name: `Top ${value}` }))}
            value={limit}
            onChange={(next) => onChange({ limit: next })}
          />
        </div>
        <div class="space-y-1">
          <label for="board-topic" class="block text-sm font-medium">
            Topic
          </label>
          <Select
            id="board-topic"
            value={topic ?? ''}
            options={[
              { value: '', label: 'All topics' },
              ...offered.map((value) => ({ value, label: value })),
            ]}
            onChange={(next) => onChange({ topic: next || undefined })}
          />
        </div>
      </div>
    </Menu>
  )
}

/** A field in which a zone is found by its city, its country or `EST`. */
function ZoneField({
  timezone,
  onChange,
}: Omit<ViewMenuProps, 'topics' | 'params'> & { timezone: string }) {
  const [issue, setIssue] = useState<string>()
  const [isEntered, setIsEntered] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current) field.current.value = timezone
  }, [timezone])

  function choose(input: HTMLInputElement) {
    const zone = findZone(input.value)
    if (zone) input.value = zone
    setIssue(zone ? undefined : 'No time zone matches.')
    if (zone && zone !== timezone) onChange({ timezone: zone })
  }

  return (
    <Field label="Time zone" error={issue}>
      {(control) => (
        <>
          <input
            {...control}
            ref={field}
            list="zones"
            autoComplete="off"
            spellcheck={false}
            onFocus={({ currentTarget }) => {
              setIsEntered(true)
              currentTarget.select()
            }}
            onChange={({ currentTarget }) => choose(currentTarget)}
            class={INPUT}
          />
          <datalist id="zones">
            {/* Describing four hundred zones takes a moment. */}
            {isEntered && zoneOptions().map((zone) => <option key={zone.value} {...zone} />)}
          </datalist>
        </>
      )}
    </Field>
  )
}
