import * as z from 'zod'
import {
  KINDS,
  TEMPLATE_KINDS,
  type TemplateKind,
  VARIANTS,
  type Variant,
} from './template-kinds.ts'
import { templateText } from './template-text.ts'

const texts = KINDS.flatMap((kind) => {
  return VARIANTS.map((variant) => {
    return [kind + variant, textsOf(TEMPLATE_KINDS[kind], variant).prefault({})] as const
  })
})

/** What notifications say. */
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

/** The texts of one kind of notification in one variant. */
export function textsOf(kind: TemplateKind, variant: Variant) {
  const text = templateText(kind.variables)
  const shape = Object.entries(kind[variant]).map(
    ([name, said]) => [name, text.default(said)] as const,
  )
  return z.object(Object.fromEntries(shape))
}
