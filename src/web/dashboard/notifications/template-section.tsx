import { signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { controlId, SettingControl } from './setting-control.tsx'
import { Section } from './setting-group.tsx'
import type { SettingField } from './setting-sections.ts'
import { changed, issues, PRIVACY_FIELD } from './settings-form.ts'
import {
  TEMPLATE_KINDS,
  type TemplateKind,
  templateFields,
  type Variant,
} from './template-kinds.ts'
import { TemplatePreview } from './template-preview.tsx'

const shown = signal<{ kind: TemplateKind | undefined; variant: Variant }>({
  kind: TEMPLATE_KINDS[0],
  variant: 'Default',
})

const VARIANT_LABELS: readonly (readonly [Variant, string])[] = [
  ['Default', 'With the message'],
  ['Privacy', 'Without the message'],
]

/** Shows the template that a field belongs to, if it belongs to one. */
export function showTemplateOf({ path }: SettingField): void {
  for (const kind of TEMPLATE_KINDS) {
    for (const [variant] of VARIANT_LABELS) {
      if (path.startsWith(`templates.${kind.name}${variant}.`)) shown.value = { kind, variant }
    }
  }
}

/** The form for one template at a time, with its preview. */
export function TemplateSection() {
  const { kind, variant } = shown.value
  if (!kind) return null
  const fields = templateFields(kind, variant)
  return (
    <Section
      id="templates"
      title="Templates"
      lead="The texts of notifications. Write variables in double braces."
    >
      <Card>
        <div class="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
          <label for={controlId(PRIVACY_FIELD)} class="min-w-0">
            <span class="block text-sm font-medium">{PRIVACY_FIELD.label}</span>
            <span class="block font-mono text-xs text-muted">usePrivacyTemplate</span>
          </label>
          <SettingControl field={PRIVACY_FIELD} class="w-full sm:w-64" />
        </div>
        <KindTabs selected={kind} />
        <div
          role="tabpanel"
          id="template-panel"
          aria-label={kind.title}
          class="grid gap-6 p-4 lg:grid-cols-2"
        >
          <div class="min-w-0 space-y-4">
            <VariantChoice variant={variant} />
            {fields.map((field) => (
              <div key={field.path} class="space-y-1">
                <label for={controlId(field)} class="block text-sm font-medium">
                  {field.label}
                </label>
                <SettingControl field={field} />
              </div>
            ))}
            <Variables kind={kind} />
          </div>
          <TemplatePreview key={`${kind.name}${variant}`} kind={kind} variant={variant} />
        </div>
      </Card>
    </Section>
  )
}

/** Arrow keys move between the tabs. */
function KindTabs({ selected }: { selected: TemplateKind }) {
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const count = TEMPLATE_KINDS.length
    const at = (TEMPLATE_KINDS.indexOf(selected) + step + count) % count
    shown.value = { ...shown.value, kind: TEMPLATE_KINDS[at] }
    const tab = list.current?.children[at]
    if (tab instanceof HTMLElement) tab.focus()
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Template"
      onKeyDown={onKeyDown}
      class="flex flex-wrap gap-1 border-b border-line px-3 py-2"
    >
      {TEMPLATE_KINDS.map((kind) => {
        const isSelected = kind.name === selected.name
        return (
          <button
            key={kind.name}
            type="button"
            role="tab"
            aria-selected={isSelected}
            aria-controls="template-panel"
            tabIndex={isSelected ? 0 : -1}
            onClick={() => {
              shown.value = { ...shown.value, kind }
            }}
            class={cx(
              'flex items-center gap-1.5 rounded-md px-2.5 py-1.5 text-[13px] font-medium transition-colors hover:text-ink',
              isSelected ? 'bg-sunken text-ink' : 'text-muted',
            )}
          >
            {kind.title}
            <ChangeMark kind={kind} />
          </button>
        )
      })}
    </div>
  )
}

/** Marks a template with unsaved changes or errors. */
function ChangeMark({ kind }: { kind: TemplateKind }) {
  const isOf = (path: string) => path.startsWith(`templates.${kind.name}`)
  const isInvalid = [...issues.value.keys()].some(isOf)
  const isChanged = changed.value.some(({ path }) => isOf(path))
  if (!isInvalid && !isChanged) return null
  return (
    <span class={cx('size-1.5 rounded-full', isInvalid ? 'bg-bad' : 'bg-accent')}>
      <span class="sr-only">{isInvalid ? '(invalid)' : '(changed)'}</span>
    </span>
  )
}

function VariantChoice({ variant }: { variant: Variant }) {
  return (
    <div role="radiogroup" aria-label="Variant" class="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {VARIANT_LABELS.map(([value, label]) => (
        <label key={value} class="flex items-center gap-2">
          <input
            type="radio"
            name="variant"
            checked={value === variant}
            onChange={() => {
              shown.value = { ...shown.value, variant: value }
            }}
            class="size-4 accent-accent"
          />
          {label}
        </label>
      ))}
    </div>
  )
}

function Variables({ kind }: { kind: TemplateKind }) {
  return (
    <Disclosure summary="Variables">
      <ul class="space-y-1 font-mono text-xs text-muted">
        {kind.variables.map((name) => (
          <li key={name} class="wrap-anywhere">{`{{${name}}}`}</li>
        ))}
      </ul>
    </Disclosure>
  )
}
