import { exampleOf } from './example.ts'
import {
  type DocumentedOperation,
  type Openapi,
  operationsOf,
  type Schema,
  typeName,
} from './openapi.ts'
import { samplesOf } from './samples.ts'

interface ReferencePage {
  title: string
  slug: string
  about: string
  markdown: string
}

/** A page for each tag of the document, in Markdown: its operations, then the types that they name. */
export function referencePages(openapi: Openapi): ReferencePage[] {
  return openapi.tags.map(({ name, description }) => {
    const operations = operationsOf(openapi, name)
    const markdown = lines(
      `# ${name}`,
      `${description} Programs read the whole description at [/openapi.json](/openapi.json).`,
      ...operations.map((operation) => operationText(operation, openapi)),
      typesText(typesOf(openapi, operations)),
    )
    const slug = `api/${name.toLowerCase().replace(/[^a-z]+/g, '-')}`
    return { title: name, slug, about: description, markdown }
  })
}

/** Blocks with a blank line between them; those that are missing are left out. */
function lines(...blocks: readonly (string | undefined)[]): string {
  return blocks.filter((block) => block !== undefined && block !== '').join('\n\n')
}

function operationText(operation: DocumentedOperation, openapi: Openapi): string {
  const { method, path, summary, description, parameters, operationId = path } = operation
  const rows = parameters.map(({ name, in: place, schema, description: text, required }) => {
    const where = place === 'header' ? 'A header. ' : ''
    const about = where + (text ?? schema?.description ?? '')
    return fieldRow(name, { ...schema, description: about }, required)
  })
  return lines(
    '<section class="docs-operation">',
    `## ${summary} {#${operationId}}`,
    `**${method.toUpperCase()}** \`${path}\``,
    description,
    fieldTable('Parameters', rows),
    bodyText(operation),
    responseText(operation),
    '<div class="docs-samples">',
    '<div class="docs-languages">',
    '</div>',
    ...samplesOf(operation).map(({ language, code }, index) =>
      lines(
        `<div data-language="${language}"${index === 0 ? '' : ' hidden'}>`,
        `<b hidden>${language}</b>`,
        fenced(language === 'curl' ? 'sh' : language.toLowerCase(), code),
        '</div>',
      ),
    ),
    answerText(operation, openapi),
    '</div>',
    '</section>',
  )
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

function bodyText({ requestBody }: DocumentedOperation) {
  const schema = requestBody?.content['application/json']?.schema
  return schema && lines('### Body', typeText(schema), propertyTable(schema))
}

function responseText({ responses }: DocumentedOperation) {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const contents = Object.entries(response?.content ?? {})
  if (contents.length === 0) return undefined
  const types = contents.map(([type, { schema }]) => `- \`${type}\`: ${typeText(schema)}`)
  return lines(`### Response ${status}`, types.join('\n'))
}

/** What the answer to the sample looks like. */
function answerText({ responses }: DocumentedOperation, openapi: Openapi) {
  const [, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const { schema, example } = response?.content?.['application/json'] ?? {}
  if (!schema) return undefined
  const answer = example ?? exampleOf(schema, openapi)
  return lines('### The answer', fenced('json', JSON.stringify(answer, null, 2)))
}

function typesText(types: readonly [string, Schema][]) {
  if (types.length === 0) return undefined
  const texts = types.map(([name, schema]) =>
    lines(`### ${name} {#${name}}`, schema.description, propertyTable(schema)),
  )
  return lines('## Types', ...texts)
}

function propertyTable({ properties = {}, required = [] }: Schema) {
  const rows = Object.entries(properties).map(([name, schema]) =>
    fieldRow(name, schema, required.includes(name)),
  )
  return fieldTable('', rows)
}

function fieldTable(title: string, rows: readonly string[]) {
  if (rows.length === 0) return undefined
  const table = ['| name | type | meaning |', '|---|---|---|', ...rows].join('\n')
  return title ? lines(`### ${title}`, table) : table
}

function fieldRow(name: string, schema: Schema, isRequired: boolean): string {
  const { minimum, maximum, description = '' } = schema
  const facts = [
    isRequired ? 'Required.' : '',
    description,
    minimum !== undefined && maximum !== undefined ? `From ${minimum} to ${maximum}.` : '',
    schema.default !== undefined ? `Default: \`${JSON.stringify(schema.default)}\`.` : '',
  ].filter((fact) => fact !== '')
  const cells = [`\`${name}\``, typeText(schema), facts.join(' ')]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/** A type, with a link to what it is, which is on the same page. */
function typeText(schema: Schema | undefined): string {
  const name = `\`${typeName(schema)}\``
  const ref = schema && refOf(schema)
  return ref ? `[${name}](#${ref})` : name
}

function refOf({ $ref, items, anyOf = [], oneOf = [] }: Schema): string | undefined {
  if ($ref) return $ref.split('/').at(-1)
  return [...anyOf, ...oneOf, ...(items ? [items] : [])].map(refOf).find(Boolean)
}

/** The types that these operations name, and those that these name in turn. */
function typesOf(
  { components }: Openapi,
  operations: readonly DocumentedOperation[],
): [string, Schema][] {
  const names = new Set<string>()
  const collect = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    )) {
      if (names.has(name)) continue
      names.add(name)
      collect(components.schemas[name])
    }
  }
  collect(operations)
  return Object.entries(components.schemas).filter(([name]) => names.has(name))
}
