import type { ComponentChildren } from 'preact'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { controlId, SettingControl } from './setting-control.tsx'
import type { SettingRow, SettingSection } from './setting-sections.ts'

/** The settings of one section. */
export function SettingGroup({
  section,
  children,
}: {
  section: SettingSection
  children?: ComponentChildren
}) {
  return (
    <Section id={section.id} title={section.title} lead={section.lead}>
      <Card class="divide-y divide-line">
        {section.rows.map((row) => (
          <Row key={row.field.path} row={row} />
        ))}
        {children}
      </Card>
    </Section>
  )
}

interface SectionProps {
  id: string
  title: string
  lead: string
  children: ComponentChildren
}

/** A group of controls with a title. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <fieldset id={id} aria-describedby={`${id}-lead`} class="min-w-0 scroll-mt-32">
      <legend class="text-base font-semibold">{title}</legend>
      <p id={`${id}-lead`} class="mb-3 text-sm text-muted">
        {lead}
      </p>
      {children}
    </fieldset>
  )
}

function Row({ row: { field, override } }: { row: SettingRow }) {
  const id = controlId(field)
  const isSwitch = field.kind.control === 'switch'
  const isChoice = field.kind.control === 'choice'
  const isLine = ['number', 'text'].includes(field.kind.control)
  return (
    <div
      class={cx(
        'grid gap-x-4 gap-y-2 px-4 py-3',
        isSwitch && 'grid-cols-[1fr_auto] items-center',
        isChoice && 'sm:grid-cols-[1fr_13rem_9rem] sm:items-center',
        isLine && 'sm:grid-cols-[1fr_13rem] sm:items-center',
      )}
    >
      <label for={id} class="min-w-0">
        <span id={`${id}-label`} class="block text-sm font-medium">
          {field.label}
        </span>
        <span class="block font-mono text-xs text-muted wrap-anywhere">{wireName(field.path)}</span>
      </label>
      <SettingControl field={field} labelId={`${id}-label`} />
      {override && (
        <label
          for={controlId(override)}
          class="flex items-center gap-2 text-[13px] text-muted sm:justify-end"
        >
          <SettingControl field={override} />
          <span aria-hidden="true">Users may choose</span>
        </label>
      )}
    </div>
  )
}

function wireName(path: string) {
  return path.split('.').pop()
}
