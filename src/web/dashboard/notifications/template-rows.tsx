import { useEffect, useState } from 'preact/hooks'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { FormFields } from '../form/form-field.tsx'
import type { Form } from '../form/use-form.ts'
import { SettingRows } from './setting-rows.tsx'
import { SETTINGS, variablesOf } from './settings.ts'
import { wordsOf } from './words.ts'

const PATH = 'templates'
const VARIANTS = [
  { value: 'Default', name: 'With the message' },
  { value: 'Privacy', name: 'Without it' },
] as const
/** The paths of texts. The name of their template is its kind and variant. */
const TEXT = /^templates\.(.+)(Default|Privacy)\./

const KINDS = [...new Set(SETTINGS.flatMap(({ path }) => TEXT.exec(path)?.[1] ?? []))]
const OPTIONS = KINDS.map((kind) => ({ value: kind, label: wordsOf(kind) }))

/** One template at a time. */
export function TemplateRows({ form }: { form: Form }) {
  const [kind, setKind] = useState(KINDS[0] ?? '')
  const [variant, setVariant] = useState<(typeof VARIANTS)[number]['value']>('Default')
  const path = `${PATH}.${kind}${variant}`
  const texts = SETTINGS.filter((field) => field.path.startsWith(`${path}.`))
  const choices = SETTINGS.filter(
    (field) => field.path.startsWith(`${PATH}.`) && !TEXT.test(field.path),
  )

  // An error may be in another template.
  useEffect(() => {
    const [, invalid, of] = TEXT.exec(Object.keys(form.errors)[0] ?? '') ?? []
    if (invalid === undefined) return
    setKind(invalid)
    setVariant(of === 'Privacy' ? 'Privacy' : 'Default')
  }, [form.errors])

  return (
    <>
      <SettingRows form={form} path={PATH} settings={choices} />
      <div class="border-t border-line p-5">
        <div class="max-w-2xl min-w-0 space-y-4">
          <Field label="Template">
            {(control) => <Select {...control} value={kind} options={OPTIONS} onChange={setKind} />}
          </Field>
          <SegmentedControl
            label="Variant"
            options={VARIANTS}
            value={variant}
            onChange={setVariant}
          />
          <FormFields form={form} fields={texts} />
          <Disclosure summary="Variables">
            <p class="text-sm text-muted wrap-anywhere">{variablesOf(`${kind}${variant}`)}</p>
          </Disclosure>
        </div>
      </div>
    </>
  )
}
