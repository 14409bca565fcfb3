import type { createDocument } from 'zod-openapi'
import examples from '../../data/openapi-examples.json' with { type: 'json' }

type Document = ReturnType<typeof createDocument>
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>

const BODIES = new Map<string, unknown>(Object.entries(examples.bodies))
const PARAMETERS = new Map<string, unknown>(Object.entries(examples.parameters))
const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

/** What the tags of operations stand for, in the order in which pages show them. */
export const TAGS = Object.entries(examples.tags).map(([name, description]) => {
  return { name, description }
})

/** Gives each operation something sensible to ask, and its failures the statuses they come with. */
export function addExamples({ paths = {} }: Document): void {
  for (const item of Object.values(paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (operation) complete(operation)
    }
  }
}

function complete({ operationId = '', parameters = [], requestBody, responses }: Operation) {
  for (const parameter of parameters) {
    if (!('name' in parameter) || !parameter.required) continue
    const example = PARAMETERS.get(parameter.name)
    if (example !== undefined) parameter.example = example
  }
  const body = requestBody && 'content' in requestBody && requestBody.content['application/json']
  if (body && 'schema' in body) body.example = BODIES.get(operationId)
  if (responses?.default) responses['4XX'] = responses.default
}
