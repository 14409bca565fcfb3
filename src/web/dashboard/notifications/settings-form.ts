import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { asRecord } from '../../../core/json.ts'
import { RequestError } from '../../api/request-error.ts'
import { apiKey } from '../api-key.ts'
import { platform } from '../platform-client.ts'
import { type Input, KINDS } from './setting-kinds.ts'
import { DAYS, dayFields, SECTIONS, type SettingField } from './setting-sections.ts'
import { TEMPLATE_KINDS, templateFields, VARIANTS } from './template-kinds.ts'

const PATH = '/v3/notifications/v1/settings'

export const PRIVACY_FIELD: SettingField = {
  path: 'templates.usePrivacyTemplate',
  label: 'What a notification shows',
  kind: KINDS.PRIVACY,
}

/** Every setting, in the order of the form. */
const FIELDS: readonly SettingField[] = [
  ...SECTIONS.flatMap(({ rows }) => rows).flatMap(({ field, override }) =>
    override ? [field, override] : [field],
  ),
  ...DAYS.map(dayFields).flatMap(({ from, to, dnd }) => [from, to, dnd]),
  PRIVACY_FIELD,
  ...TEMPLATE_KINDS.flatMap((kind) => VARIANTS.flatMap((variant) => templateFields(kind, variant))),
]

/** The settings of the platform. */
export const settings = signal<unknown>(undefined)

/** Unsaved values by path. They survive failures and visits to other pages. */
const drafts = signal<ReadonlyMap<string, Input>>(new Map())

/** Errors of unsaved values by path. */
export const issues = signal<ReadonlyMap<string, string>>(new Map())

effect(() => {
  if (apiKey.value === undefined) discard()
})

/** The fields whose value differs from the platform's. */
export const changed: ReadonlySignal<readonly SettingField[]> = computed(() =>
  FIELDS.filter(({ path, kind }) => {
    const draft = drafts.value.get(path)
    return draft !== undefined && draft !== kind.toInput(valueAt(settings.value, path))
  }),
)

export function inputOf({ path, kind }: SettingField): Input {
  return drafts.value.get(path) ?? kind.toInput(valueAt(settings.value, path))
}

export function setInput({ path }: SettingField, input: Input): void {
  drafts.value = new Map(drafts.value).set(path, input)
  if (!issues.value.has(path)) return
  const others = new Map(issues.value)
  others.delete(path)
  issues.value = others
}

export function discard(): void {
  drafts.value = new Map()
  issues.value = new Map()
}

export async function loadSettings(signal: AbortSignal): Promise<unknown> {
  const { data } = await platform.value.request<{ data: unknown }>(PATH, { signal })
  settings.value = data
  return data
}

/** Resolves with the first invalid field, or undefined if all changes were saved. */
export async function saveChanges(): Promise<SettingField | undefined> {
  const sent = changed.value.map((field) => ({ field, input: inputOf(field) }))
  const found = sent.flatMap(({ field, input }) => {
    const issue = field.kind.issue?.(input)
    return issue ? [[field.path, issue] as const] : []
  })
  issues.value = new Map(found)
  if (found.length > 0) return firstInvalid()

  try {
    const body = nested(sent.map(({ field, input }) => [field.path, field.kind.toValue(input)]))
    await platform.value.request(PATH, { method: 'PATCH', body })
  } catch (error) {
    const details = error instanceof RequestError ? Object.entries(error.details) : []
    const known = details.filter(([path]) => FIELDS.some((field) => field.path === path))
    if (known.length === 0) throw error
    issues.value = new Map(known.map(([path, issue]) => [path, `This ${issue}.`]))
    return firstInvalid()
  }
  // Keeps what was typed in the meantime.
  const rest = new Map(drafts.value)
  let saved = settings.value
  for (const { field, input } of sent) {
    saved = withValueAt(saved, field.path.split('.'), field.kind.toValue(input))
    if (rest.get(field.path) === input) rest.delete(field.path)
  }
  settings.value = saved
  drafts.value = rest
  return undefined
}

export async function resetSettings(): Promise<void> {
  await platform.value.request(PATH, { method: 'DELETE' })
  const { data } = await platform.value.request<{ data: unknown }>(PATH)
  settings.value = data
  discard()
}

function firstInvalid() {
  return FIELDS.find(({ path }) => issues.value.has(path))
}

function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => asRecord(value)[name], from)
}

function nested(entries: (readonly [path: string, value: unknown])[]): unknown {
  return entries.reduce<unknown>(
    (tree, [path, value]) => withValueAt(tree, path.split('.'), value),
    {},
  )
}

function withValueAt(from: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  const fields = asRecord(from)
  return { ...fields, [name]: withValueAt(fields[name], rest, value) }
}
