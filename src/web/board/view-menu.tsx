import { SlidersHorizontal } from 'lucide'
import { Combobox } from '../ui/combobox.tsx'
import { SegmentedControl, Select } from '../ui/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { type BoardParams, LIMITS } from './board-params.ts'
import { findZones, zoneOption } from './zones.ts'

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
        <Combobox
          label="Time zone"
          selected={zoneOption(timezone)}
          find={findZones}
          onChange={(next) => onChange({ timezone: next })}
        />
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
