import * as z from 'zod'

/** The texts of a kind of template. */
type Texts = Readonly<Record<string, string>>

interface TemplateKind {
  /** What stands between double braces in its texts. */
  variables: string
  Default: Texts
  /** The same texts without the content of the message. */
  Privacy: Texts
}

const MAX_TEMPLATE_LENGTH = 1_000

const SENDER = '{{message.data.entities.sender.entity.name}}'
const RECEIVER = '{{message.data.entities.receiver.entity.name}}'
const TEXT = '{{message.data.text}}'
const TITLE = '{{message.data.interactiveData.title}}'
const SITE = 'https://www.example.com'

const PUSH_VARIABLES =
  'message.data.entities.sender.entity.name, message.data.entities.receiver.entity.name, ' +
  'message.data.text, message.data.interactiveData.title, message.data.interactiveData.text, ' +
  'message.data.metadata.…, message.data.customData.…'
const DIGEST_VARIABLES = 'groupDetails.name, senderDetails.name, messages.length'

/** The kinds of template, named as in the settings without `Default` and `Privacy`. */
const TEMPLATE_KINDS: Readonly<Record<string, TemplateKind>> = {
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

const Text = z.string().max(MAX_TEMPLATE_LENGTH)

function textsOf({ variables, ...kind }: TemplateKind, variant: 'Default' | 'Privacy') {
  const texts = Object.entries(kind[variant]).map(([name, text]) => [name, Text.default(text)])
  return z.object(Object.fromEntries(texts)).describe(variables).prefault({})
}

const kinds = Object.entries(TEMPLATE_KINDS).flatMap(([name, kind]) => [
  [`${name}Default`, textsOf(kind, 'Default')],
  [`${name}Privacy`, textsOf(kind, 'Privacy')],
])

/** The texts of notifications. They consist of text and `{{variables}}`. */
export const Templates = z
  .object({
    usePrivacyTemplate: z
      .int()
      .min(1)
      .max(3)
      .describe('1: `Default`. 2: `Privacy`. 3: `Default`, but a user may choose `Privacy`.')
      .default(3),
    ...Object.fromEntries(kinds),
  })
  .prefault({})
