import * as z from 'zod'

// What the reference reads of an OpenAPI document.

const Schema = z.looseObject({
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get items() {
    return Schema.optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
  get oneOf() {
    return z.array(Schema).optional()
  },
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  description: z.string().optional(),
  required: z.array(z.string()).optional(),
})

const Content = z.record(
  z.string(),
  z.object({ schema: Schema.optional(), example: z.unknown().optional() }),
)

const Parameter = z.object({
  in: z.enum(['path', 'query', 'header', 'cookie']),
  name: z.string(),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: Schema.optional(),
  example: z.unknown().optional(),
})

const OpenapiOperation = z.object({
  operationId: z.string().optional(),
  tags: z.array(z.string()).default([]),
  summary: z.string().default(''),
  description: z.string().optional(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })).default({}),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
})

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

export const Openapi = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string().default('') })),
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), OpenapiOperation)),
  components: z.object({ schemas: z.record(z.string(), Schema).default({}) }),
})

export type Openapi = z.infer<typeof Openapi>
export type Schema = z.infer<typeof Schema>

export type DocumentedOperation = z.infer<typeof OpenapiOperation> & {
  method: string
  path: string
}

export function operationsOf({ paths }: Openapi, tag: string): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method]
      return operation?.tags.includes(tag) ? [{ ...operation, method, path }] : []
    }),
  )
}

/** A schema in a few characters: `string`, `Product[]`, `"json" | "csv"`. */
export function typeName(schema: Schema | undefined): string {
  if (!schema) return 'any'
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'any'
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeName))].join(' | ')
  if (schema.items) return `${typeName(schema.items)}[]`
  return [schema.type ?? 'any'].flat().join(' | ')
}
