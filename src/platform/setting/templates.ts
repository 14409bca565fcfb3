import * as z from 'zod'
import { TEMPLATE_KINDS, VARIANTS } from './template-kinds.ts'
import { templateText } from './template-text.ts'

const texts = Object.entries(TEMPLATE_KINDS).flatMap(([kind, { variables, ...variants }]) => {
  const text = templateText(variables)
  return VARIANTS.map((variant) => {
    const defaults = Object.entries<string>(variants[variant])
    const shape = Object.fromEntries(defaults.map(([field, said]) => [field, text.default(said)]))
    return [kind + variant, z.object(shape).prefault({})] as const
  })
})

/** What notifications say. */
export const Templates = z
  .object({
    usePrivacyTemplate: z
      .int()
      .min(1)
      .max(3)
      .default(3)
      .describe('1: `Default`. 2: `Privacy`. 3: `Default`, but a user may choose `Privacy`.'),
    ...Object.fromEntries(texts),
  })
  .prefault({})
