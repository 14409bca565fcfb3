import * as z from 'zod'
import { isRecord } from '../../core/json.ts'
import type { Database } from '../../storage/database.ts'
import { check } from '../check.ts'
import { fewKeys, small } from '../field.ts'
import { readSettings } from './settings.ts'
import {
  KINDS,
  ownProperty,
  renderTemplate,
  TEMPLATE_KINDS,
  textsOf,
  VARIANTS,
} from './templates.ts'

/** More than any message with its sender and receiver. */
const LIMITS = { maxBytes: 512 * 1024, maxLevels: 32, maxValues: 20_000 }
const MAX_MESSAGES = 1_000
const MAX_TEXTS = 20

/** Any object: only the variables of a template are read from it. */
const AnyObject = z
  .unknown()
  .refine(isRecord, 'must be an object')
  .meta({ type: 'object', additionalProperties: true })

const Context = small(AnyObject, LIMITS)

/** The texts to render, and the message to render them for. */
export const PreviewRequest = z.strictObject({
  template: z.enum(KINDS),
  variant: z
    .enum(VARIANTS)
    .optional()
    .describe('By default the variant that `usePrivacyTemplate` selects.'),
  texts: fewKeys(z.record(z.string(), z.unknown()), MAX_TEXTS)
    .optional()
    .describe('Texts to try instead of the stored ones. They are not stored.'),
  message: Context.describe('The message, as the platform returns it.'),
  messages: z
    .array(z.unknown())
    .max(MAX_MESSAGES)
    .optional()
    .describe('All messages of an email or SMS. By default `message`.'),
  groupDetails: Context.optional().describe('By default the receiver of `message`.'),
  senderDetails: Context.optional().describe('By default the sender of `message`.'),
})

type PreviewRequest = z.output<typeof PreviewRequest>

/** The rendered texts, by name. */
export const Preview = z
  .object({
    template: z.enum(KINDS),
    variant: z.enum(VARIANTS),
    rendered: z.record(z.string(), z.string()),
  })
  .meta({ id: 'PlatformNotificationPreview' })

/**
 * Renders the texts of a template for a message.
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

  const context = contextOf(request)
  const rendered = Object.entries(texts).map(([name, text]) => [
    name,
    renderTemplate(text, context),
  ])
  return { template, variant, rendered: Object.fromEntries(rendered) }
}

function contextOf({ message, messages, groupDetails, senderDetails }: PreviewRequest) {
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
