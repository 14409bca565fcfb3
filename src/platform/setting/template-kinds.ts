import { fields } from './fields.ts'
import { DIGEST_VARIABLES, PUSH_VARIABLES, type Variables } from './variables.ts'

export const VARIANTS = ['Default', 'Privacy'] as const

export type Variant = (typeof VARIANTS)[number]

/** Named as in the settings, without `Default` and `Privacy`. */
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

/** A kind of notification: what its texts may name, and what they say unless they are changed. */
export interface TemplateKind {
  variables: Variables
  Default: Texts
  /** The same texts, but nothing of the message. */
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
      subjectGroup: '{{messages.length}} new message(s) in {{groupDetails.name}}',
      subjectOneOnOne: '{{messages.length}} new message(s) from {{senderDetails.name}}',
    },
    Privacy: { subjectGroup: 'New messages in a group', subjectOneOnOne: 'New messages' },
  },
  smsContentTemplate: {
    variables: DIGEST_VARIABLES,
    Default: {
      bodyGroup: `{{messages.length}} new message(s) in {{groupDetails.name}}. Read them at ${SITE}`,
      bodyOneOnOne: `{{messages.length}} new message(s) from {{senderDetails.name}}. Read them at ${SITE}`,
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
      ...fields(Object.keys(bodies), () => 'Open the app to read it'),
    },
  }
}
