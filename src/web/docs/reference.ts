import { type DocsPage, inlineHtml, markdownHtml } from './guide.ts'
import { escapeHtml } from './html.ts'
import { type Openapi, type Operation, operationsOf, type Schema, typeName } from './openapi.ts'
import { samplesOf } from './samples.ts'

/** A page for each tag of the document: its operations, then the types that they name. */
export function referencePages(openapi: Openapi): DocsPage[] {
  return openapi.tags.map(({ name, description }) => {
    const operations = operationsOf(openapi, name)
    const text = operations.map(operationHtml).join('')
    const types = typesOf(openapi, operations)
    return {
      slug: `reference-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`,
      title: name,
      content: `<h1>${escapeHtml(name)}</h1><p>${escapeHtml(description)} The whole description of the API, for
programs, is <a href="/openapi.json">/openapi.json</a>.</p>${text}${typesHtml(types)}`,
    }
  })
}

function operationHtml(operation: Operation): string {
  const { method, path, summary, description, parameters, operationId } = operation
  const rows = parameters.map(({ name, schema, description: text, required }) =>
    fieldRow(name, { description: text, ...schema }, required),
  )
  const samples = samplesOf(operation).map(({ language, code }, index) => {
    const group = escapeHtml(operationId ?? path)
    return `<details name="${group}"${index === 0 ? ' open' : ''}><summary>${language}</summary>
<pre tabindex="0">${escapeHtml(code)}</pre></details>`
  })
  return `<section class="docs-operation"><h2 id="${escapeHtml(operationId ?? path)}">${escapeHtml(summary)}</h2>
<p class="docs-route"><b>${method}</b>${escapeHtml(path)}</p>
${description ? markdownHtml(description) : ''}
${fieldTable('Parameters', rows)}${bodyHtml(operation)}${responseHtml(operation)}${samples.join('')}</section>`
}

function bodyHtml({ requestBody }: Operation): string {
  const schema = requestBody?.content['application/json']?.schema
  return schema
    ? `<h3>Body</h3><p><code>${escapeHtml(typeName(schema))}</code></p>${propertyTable(schema)}`
    : ''
}

function responseHtml({ responses }: Operation): string {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const contents = Object.entries(response?.content ?? {})
  if (!status || contents.length === 0) return ''
  const types = contents.map(
    ([type, { schema }]) =>
      `<li><code>${type}</code>: <code>${escapeHtml(typeName(schema))}</code></li>`,
  )
  return `<h3>Response ${status}</h3><ul>${types.join('')}</ul>`
}

function typesHtml(types: readonly [string, Schema][]): string {
  if (types.length === 0) return ''
  const texts = types.map(
    ([name, schema]) =>
      `<h3 id="${escapeHtml(name)}">${escapeHtml(name)}</h3><p>${escapeHtml(schema.description ?? '')}</p>${propertyTable(schema)}`,
  )
  return `<h2 id="types">Types</h2>${texts.join('')}`
}

function propertyTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, schema]) =>
    fieldRow(name, schema, required.includes(name)),
  )
  return fieldTable('', rows)
}

function fieldTable(title: string, rows: readonly string[]): string {
  if (rows.length === 0) return ''
  return `${title && `<h3>${title}</h3>`}<table tabindex="0"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function fieldRow(name: string, schema: Schema, isRequired: boolean): string {
  const { minimum, maximum, description = '' } = schema
  const facts = [
    isRequired && 'Required.',
    description,
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}.`,
    schema.default !== undefined && `Default: ${JSON.stringify(schema.default)}.`,
  ].filter((fact) => typeof fact === 'string' && fact !== '')
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td><code>${escapeHtml(typeName(schema))}</code></td><td>${inlineHtml(facts.join(' '))}</td></tr>`
}

/** The types that these operations name, and those that these name in turn. */
function typesOf({ components }: Openapi, operations: readonly Operation[]): [string, Schema][] {
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
