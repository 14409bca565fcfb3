import type { createDocument } from 'zod-openapi'
import examples from '../../data/openapi-examples.json' with { type: 'json' }

type Document = ReturnType<typeof createDocument>
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>

const DESCRIPTIONS = new Map<string, string>(Object.entries(examples.descriptions))
const BODIES = new Map<string, unknown>(Object.entries(examples.bodies))
const PARAMETERS = new Map<string, unknown>(Object.entries(examples.parameters))
const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

/** The tags with their descriptions, in the order in which pages show them. */
export const TAGS = Object.entries(examples.tags).map(([name, description]) => {
  return { name, description }
})

/** Adds to each operation its description, its examples and the statuses of its errors. */
export function addExamples({ paths = {} }: Document): void {
  for (const item of Object.values(paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (operation) complete(operation)
    }
  }
}

function complete(operation: Operation) {
  const { operationId = '', parameters = [], requestBody, responses } = operation
  const description = operation.description ?? DESCRIPTIONS.get(operationId)
  if (description) operation.description = description
  for (const parameter of parameters) {
    if (!('name' in parameter) || !parameter.required) continue
    const example = parameter.example ?? PARAMETERS.get(parameter.name)
    if (example !== undefined) parameter.example = example
  }
  const body = requestBody && 'content' in requestBody && requestBody.content['application/json']
  if (body && 'schema' in body) body.example = BODIES.get(operationId)
  if (responses?.default) responses['400'] = responses.default
}
