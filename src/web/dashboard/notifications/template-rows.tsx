import { useEffect, useState } from 'preact/hooks'
import { Disclosure } from '../../ui/disclosure.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { settingsAt } from './schema.ts'
import { SettingControl, type SettingsForm } from './setting-control.tsx'
import { SettingRows } from './setting-rows.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { wordsOf } from './words.ts'

const PATH = 'templates'
const VARIANTS = [
  { value: 'Default', name: 'With the message' },
  { value: 'Privacy', name: 'Without it' },
] as const
/** The name of a template: its kind and variant. */
const NAME = /^(.+)(Default|Privacy)$/

const settings = settingsAt(PATH)
const KINDS = settings.flatMap(([name]) => (name.endsWith('Default') ? [kindOf(name)] : []))

/** One template at a time, with its preview. */
export function TemplateRows({ form }: { form: SettingsForm }) {
  const [kind, setKind] = useState(KINDS[0] ?? '')
  const [variant, setVariant] = useState<(typeof VARIANTS)[number]['value']>('Default')
  const schema = settings.find(([name]) => name === kind + variant)?.[1]
  const texts = Object.entries(schema?.properties ?? {})
  const path = `${PATH}.${kind}${variant}`
  // An error may be in another template.
  useEffect(() => {
    const [invalid] = Object.keys(form.errors)
    const name = invalid?.split('.')[1] ?? ''
    if (!NAME.test(name)) return
    setKind(kindOf(name))
    setVariant(name.endsWith('Privacy') ? 'Privacy' : 'Default')
  }, [form.errors])

  return (
    <>
      <SettingRows form={form} path={PATH} settings={settings} />
      <div class="grid gap-6 border-t border-line p-5 lg:grid-cols-2">
        <div class="min-w-0 space-y-4">
          <SelectField
            label="Template"
            value={kind}
            options={KINDS.map((one) => ({ value: one, label: wordsOf(one) }))}
            onChange={setKind}
          />
          <SegmentedControl
            label="Variant"
            options={VARIANTS}
            value={variant}
            onChange={setVariant}
          />
          {texts.map(([name, text]) => (
            <div key={`${path}.${name}`} class="space-y-1">
              <span aria-hidden="true" class="block text-sm font-medium">
                {wordsOf(name)}
              </span>
              <SettingControl
                form={form}
                path={`${path}.${name}`}
                schema={text}
                label={wordsOf(name)}
              />
            </div>
          ))}
          <Disclosure summary="Variables">
            <p class="text-sm text-muted wrap-anywhere">{schema?.description}</p>
          </Disclosure>
        </div>
        <TemplatePreview
          key={path}
          kind={kind}
          variant={variant}
          texts={texts.map(([name]) => [name, form.values[`${path}.${name}`]])}
        />
      </div>
    </>
  )
}

function kindOf(name: string) {
  return name.replace(NAME, '$1')
}
