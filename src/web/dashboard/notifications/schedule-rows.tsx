import { controlId, SettingControl } from './setting-control.tsx'
import { DAYS, dayFields } from './setting-sections.ts'
import { inputOf } from './settings-form.ts'

/** The times of day at which notifications are sent, for each day of the week. */
export function ScheduleRows() {
  return (
    <div class="px-4 py-3">
      <p class="text-sm font-medium">When notifications are sent</p>
      <p class="mb-2 font-mono text-xs text-muted">schedulePreferenceSetting</p>
      <ul class="space-y-2">
        {DAYS.map((day) => (
          <Day key={day} day={day} />
        ))}
      </ul>
    </div>
  )
}

function Day({ day }: { day: (typeof DAYS)[number] }) {
  const { name, from, to, dnd } = dayFields(day)
  return (
    <li class="grid items-start gap-x-3 gap-y-1 sm:grid-cols-[6.5rem_18rem_auto]">
      <span class="py-1.5 text-sm">{name}</span>
      <span class={`flex items-start gap-2 ${inputOf(dnd) === true ? 'opacity-60' : ''}`}>
        <SettingControl field={from} class="flex-1" />
        <span class="py-1.5 text-muted" aria-hidden="true">
          –
        </span>
        <SettingControl field={to} class="flex-1" />
      </span>
      <label for={controlId(dnd)} class="flex items-center gap-2 py-2 text-[13px] text-muted">
        <SettingControl field={dnd} />
        <span aria-hidden="true">None all day</span>
      </label>
    </li>
  )
}
