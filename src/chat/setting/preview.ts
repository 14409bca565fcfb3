import * as z from 'zod'
import { check } from '../check.ts'
import { fewKeys, small } from '../field.ts'
import type { Database } from '../storage/database.ts'
import { ownProperty } from './own-property.ts'
import { readSettings } from './stored-settings.ts'
import { renderTemplate } from './template-text.ts'
import { KINDS, TEMPLATE_KINDS, textsOf, VARIANTS } from './templates.ts'

/** More than a message of the platform with both of its parties can have. */
const MAX_BYTES = 512 * 1024
const MAX_LEVELS = 32
const MAX_MESSAGES = 1_000
const MAX_TEXTS = 20

/** Of any form, of which the variables of a template alone are read. */
const AnyObject = z
  .unknown()
  .refine(isObject, 'must be an object')
  .meta({ type: 'object', additionalProperties: true })

const Facts = small(AnyObject, MAX_BYTES, MAX_LEVELS)

/** What a caller wants to see: which texts, for which message. */
export const PreviewRequest = z.strictObject({
  template: z.enum(KINDS),
  variant: z
    .enum(VARIANTS)
    .optional()
    .describe('Where it is left out, the one that `usePrivacyTemplate` sends.'),
  texts: fewKeys(z.record(z.string(), z.unknown()), MAX_TEXTS)
    .optional()
    .describe('Texts to try in place of those that are set; they are not kept.'),
  message: Facts.describe('The message, as the platform tells of one.'),
  messages: z
    .array(z.unknown())
    .max(MAX_MESSAGES)
    .optional()
    .describe('All the messages that an e-mail or SMS is about; where left out, `message`.'),
  groupDetails: Facts.optional().describe('Where left out, the receiver of `message`.'),
  senderDetails: Facts.optional().describe('Where left out, the sender of `message`.'),
})

type PreviewRequest = z.output<typeof PreviewRequest>

/** The texts as a receiver would read them, by the names of their templates. */
export const Preview = z
  .object({
    template: z.enum(KINDS),
    variant: z.enum(VARIANTS),
    rendered: z.record(z.string(), z.string()),
  })
  .meta({ id: 'PlatformNotificationPreview' })

/**
 * Renders the texts of a template for a message.
 *
 * @throws PlatformError `ERR_BAD_REQUEST` for a text to try that is no template.
 */
export async function preview(
  request: PreviewRequest,
  database: Database,
): Promise<z.output<typeof Preview>> {
  const { templates } = await readSettings(database)
  const { template } = request
  const variant = request.variant ?? (templates.usePrivacyTemplate === 2 ? 'Privacy' : 'Default')

  const known = textsOf(TEMPLATE_KINDS[template], variant)
  const set = known.parse(ownProperty(templates, template + variant))
  const tried = { texts: { ...set, ...request.texts } }
  const { texts } = check(z.object({ texts: known.strict() }), tried)

  const facts = factsOf(request)
  const rendered = Object.entries(texts).map(([name, text]) => [name, renderTemplate(text, facts)])
  return { template, variant, rendered: Object.fromEntries(rendered) }
}

function factsOf({ message, messages, groupDetails, senderDetails }: PreviewRequest) {
  const entity = (role: string) => {
    return ['data', 'entities', role, 'entity'].reduce<unknown>(ownProperty, message)
  }
  return {
    message,
    messages: messages ?? [message],
    groupDetails: groupDetails ?? entity('receiver'),
    senderDetails: senderDetails ?? entity('sender'),
  }
}

function isObject(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
