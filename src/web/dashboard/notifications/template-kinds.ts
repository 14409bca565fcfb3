import { KINDS } from './setting-kinds.ts'
import type { SettingField } from './setting-sections.ts'

export const VARIANTS = ['Default', 'Privacy'] as const
export type Variant = (typeof VARIANTS)[number]

export interface TemplateKind {
  /** Its name in the settings, without `Default` or `Privacy`. */
  name: string
  title: string
  /** The variables that its texts may contain. */
  variables: readonly string[]
  texts: readonly (readonly [name: string, label: string])[]
}

const PUSH = [
  'message.data.entities.sender.entity.name',
  'message.data.entities.receiver.entity.name',
  'message.data.text',
  'message.data.interactiveData.title',
  'message.data.interactiveData.text',
]
const DIGEST = ['groupDetails.name', 'senderDetails.name', 'messages.length']
const TITLES = [
  ['titleOneOnOne', 'Title, one-to-one'],
  ['titleGroup', 'Title, group'],
] as const
const BODY = ['body', 'Text'] as const

export const TEMPLATE_KINDS: readonly TemplateKind[] = [
  push('textMessageTemplate', 'Text', BODY),
  push(
    'mediaMessageTemplate',
    'Media',
    ['body_image', 'Text for an image'],
    ['body_video', 'Text for a video'],
    ['body_audio', 'Text for audio'],
    ['body_file', 'Text for a file'],
  ),
  push('customMessageTemplate', 'Custom', BODY, ['body_fallback', 'Text when there is none']),
  push('interactiveFormTemplate', 'Form', BODY),
  push('interactiveCardTemplate', 'Card', BODY),
  push('interactiveSchedulerTemplate', 'Meeting', BODY),
  push('interactiveCustomTemplate', 'Interactive', BODY),
  {
    name: 'emailSubjectTemplate',
    title: 'Email',
    variables: DIGEST,
    texts: [
      ['subjectOneOnOne', 'Subject, one-to-one'],
      ['subjectGroup', 'Subject, group'],
    ],
  },
  {
    name: 'smsContentTemplate',
    title: 'SMS',
    variables: DIGEST,
    texts: [
      ['bodyOneOnOne', 'Text, one-to-one'],
      ['bodyGroup', 'Text, group'],
    ],
  },
]

export function templateFields({ name, texts }: TemplateKind, variant: Variant): SettingField[] {
  return texts.map(([text, label]) => ({
    path: `templates.${name}${variant}.${text}`,
    label,
    kind: KINDS.TEXT,
  }))
}

function push(
  name: string,
  title: string,
  ...bodies: (readonly [name: string, label: string])[]
): TemplateKind {
  return { name, title, variables: PUSH, texts: [...TITLES, ...bodies] }
}
