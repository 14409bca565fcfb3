import * as z from 'zod'
import {
  DIGEST_VARIABLES,
  describeVariables,
  PUSH_VARIABLES,
  templateText,
  type Variables,
} from './template-text.ts'

export const VARIANTS = ['Default', 'Privacy'] as const

type Variant = (typeof VARIANTS)[number]

/** The kinds of template, named as in the settings without `Default` and `Privacy`. */
export const KINDS = [
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

export const TEMPLATE_KINDS: Readonly<Record<(typeof KINDS)[number], TemplateKind>> = {
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
export function textsOf(kind: TemplateKind, variant: Variant) {
  const text = templateText(kind.variables)
  const shape = Object.entries(kind[variant]).map(
    ([name, initial]) => [name, text.default(initial)] as const,
  )
  return z.object(Object.fromEntries(shape)).describe(describeVariables(kind.variables))
}
