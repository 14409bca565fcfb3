import * as z from 'zod'

/** The variables of a kind of template. */
interface Variables {
  names: readonly string[]
  /** Objects of the app: any path into them is a variable. */
  objects: readonly string[]
}

const PUSH_VARIABLES: Variables = {
  names: [
    'message.data.entities.sender.entity.name',
    'message.data.entities.receiver.entity.name',
    'message.data.text',
    'message.data.interactiveData.title',
    'message.data.interactiveData.text',
  ],
  objects: ['message.data.metadata', 'message.data.customData'],
}

const DIGEST_VARIABLES: Variables = {
  names: ['groupDetails.name', 'senderDetails.name', 'messages.length'],
  objects: [],
}

const PATH = /^[\w-]+(\.[\w-]+){0,7}$/

function isVariable(name: string, { names, objects }: Variables): boolean {
  if (names.includes(name)) return true
  return objects.some((object) => {
    return name.startsWith(`${object}.`) && PATH.test(name.slice(object.length + 1))
  })
}

function describeVariables({ names, objects }: Variables): string {
  const paths = objects.map((object) => `${object}.…`)
  return [...names, ...paths].join(', ')
}

const MAX_TEMPLATE_LENGTH = 1_000

/** `{{name}}`. Spaces around the name are trimmed, not matched, which would take cubic time. */
const TAG = /\{\{([\s\S]*?)\}\}/g

/** The tags of Mustache that are not variables, by their first character. */
const OTHER_TAG = /^[#^/>!=&]/

/** A text with variables between double braces. Other tags of Mustache are rejected. */
function templateText(variables: Variables) {
  return z
    .string()
    .max(MAX_TEMPLATE_LENGTH, { abort: true })
    .superRefine((text, context) => {
      const message = templateIssue(text, variables)
      if (message) context.addIssue({ code: 'custom', message })
    })
}

function templateIssue(text: string, variables: Variables): string | undefined {
  if (/\{{3}|\}{3}/.test(text)) return 'must not have three braces in a row: a variable has two'
  const outside = text.replaceAll(TAG, ' ')
  if (outside.includes('{{')) return 'must close every `{{` with a `}}`'
  if (outside.includes('}}')) return 'has a `}}` that closes no variable'
  const names = Array.from(text.matchAll(TAG), ([, name = '']) => name.trim())
  return names.map((name) => nameIssue(name, variables)).find(Boolean)
}

function nameIssue(name: string, variables: Variables): string | undefined {
  if (OTHER_TAG.test(name)) {
    return `must only have variables between braces: no sections, partials or other tags (\`${name[0]}\`)`
  }
  if (name === '') return 'has a variable without a name'
  if (/[{}]/.test(name)) return 'opens a variable inside another, or leaves one open'
  if (isVariable(name, variables)) return undefined
  return `has an unknown variable; known are ${describeVariables(variables)}`
}

const VARIANTS = ['Default', 'Privacy'] as const

type Variant = (typeof VARIANTS)[number]

/** The kinds of template, named as in the settings without `Default` and `Privacy`. */
const KINDS = [
  'textMessageTemplate',
  'mediaMessageTemplate',
  'customMessageTemplate',
  'interactiveFormTemplate',
  'interactiveCardTemplate',
  'interactiveSchedulerTemplate',
  'interactiveCustomTemplate',
  'emailSubjectTemplate',
  'smsContentTemplate',
] as const

type Texts = Readonly<Record<string, string>>

/** A kind of template: the variables of its texts, and their defaults. */
interface TemplateKind {
  variables: Variables
  Default: Texts
  /** The same texts without the content of the message. */
  Privacy: Texts
}

const SENDER = '{{message.data.entities.sender.entity.name}}'
const RECEIVER = '{{message.data.entities.receiver.entity.name}}'
const TEXT = '{{message.data.text}}'
const TITLE = '{{message.data.interactiveData.title}}'
const SITE = 'https://www.example.com'

const TEMPLATE_KINDS: Readonly<Record<(typeof KINDS)[number], TemplateKind>> = {
  textMessageTemplate: push({ body: TEXT }),
  mediaMessageTemplate: push({
    body_audio: 'Sent an audio message',
    body_file: 'Sent a file',
    body_image: 'Sent an image',
    body_video: 'Sent a video',
  }),
  customMessageTemplate: push({ body: TEXT, body_fallback: 'Sent a message' }),
  interactiveFormTemplate: push({ body: `Sent a form: ${TITLE}` }),
  interactiveCardTemplate: push({ body: '{{message.data.interactiveData.text}}' }),
  interactiveSchedulerTemplate: push({ body: `Asks for a meeting: ${TITLE}` }),
  interactiveCustomTemplate: push({ body: 'Sent an interactive message' }),
  emailSubjectTemplate: {
    variables: DIGEST_VARIABLES,
    Default: {
      subjectGroup: 'New messages in {{groupDetails.name}}: {{messages.length}}',
      subjectOneOnOne: 'New messages from {{senderDetails.name}}: {{messages.length}}',
    },
    Privacy: { subjectGroup: 'New messages in a group', subjectOneOnOne: 'New messages' },
  },
  smsContentTemplate: {
    variables: DIGEST_VARIABLES,
    Default: {
      bodyGroup: `New messages in {{groupDetails.name}}: {{messages.length}}. Read them at ${SITE}`,
      bodyOneOnOne: `New messages from {{senderDetails.name}}: {{messages.length}}. Read them at ${SITE}`,
    },
    Privacy: {
      bodyGroup: `You have new messages in a group. Read them at ${SITE}`,
      bodyOneOnOne: `You have new messages. Read them at ${SITE}`,
    },
  },
}

function push(bodies: Texts): TemplateKind {
  return {
    variables: PUSH_VARIABLES,
    Default: { titleOneOnOne: SENDER, titleGroup: `${SENDER} in ${RECEIVER}`, ...bodies },
    Privacy: {
      titleOneOnOne: 'New message',
      titleGroup: 'New message in a group',
      ...Object.fromEntries(Object.keys(bodies).map((name) => [name, 'Open the app to read it'])),
    },
  }
}

const texts = KINDS.flatMap((kind) => {
  return VARIANTS.map((variant) => {
    return [kind + variant, textsOf(TEMPLATE_KINDS[kind], variant).prefault({})] as const
  })
})

/** The texts of notifications. */
export const Templates = z
  .object({
    usePrivacyTemplate: z
      .int()
      .min(1)
      .max(3)
      .describe('1: `Default`. 2: `Privacy`. 3: `Default`, but a user may choose `Privacy`.')
      .default(3),
    ...Object.fromEntries(texts),
  })
  .prefault({})

/** The texts of a kind of template in one variant. */
function textsOf(kind: TemplateKind, variant: Variant) {
  const text = templateText(kind.variables)
  const shape = Object.entries(kind[variant]).map(
    ([name, initial]) => [name, text.default(initial)] as const,
  )
  return z.object(Object.fromEntries(shape)).describe(describeVariables(kind.variables))
}
