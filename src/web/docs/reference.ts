import { html, raw } from 'hono/html'
import { type DocsPage, inlineHtml, markdownHtml } from './guide.ts'
import { type Openapi, type Operation, operationsOf, type Schema, typeName } from './openapi.ts'
import { samplesOf } from './samples.ts'

/** A page for each tag of the document: its operations, then the types that they name. */
export function referencePages(openapi: Openapi): DocsPage[] {
  return openapi.tags.map(({ name, description }) => {
    const operations = operationsOf(openapi, name)
    const content = html`<h1>${name}</h1><p>${description} The whole description of the API, for
programs, is <a href="/openapi.json">/openapi.json</a>.</p>${operations.map(operationHtml)}${typesHtml(typesOf(openapi, operations))}`
    const slug = `reference-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`
    return { slug, title: name, content: String(content) }
  })
}

function operationHtml(operation: Operation) {
  const { method, path, summary, description, parameters, operationId = path } = operation
  const rows = parameters.map(({ name, schema, description: text, required }) =>
    fieldRow(name, { description: text, ...schema }, required),
  )
  const samples = samplesOf(operation).map(
    ({ language, code }, index) =>
      html`<details name="${operationId}"${index === 0 && raw(' open')}><summary>${language}</summary>
<pre tabindex="0">${code}</pre></details>`,
  )
  return html`<section class="docs-operation"><h2 id="${operationId}">${summary}</h2>
<p class="docs-route"><b>${method}</b>${path}</p>
${description && raw(markdownHtml(description))}
${fieldTable('Parameters', rows)}${bodyHtml(operation)}${responseHtml(operation)}<div class="docs-samples">${samples}${answerHtml(operation)}</div></section>`
}

function bodyHtml({ requestBody }: Operation) {
  const schema = requestBody?.content['application/json']?.schema
  return (
    schema && html`<h3>Body</h3><p><code>${typeName(schema)}</code></p>${propertyTable(schema)}`
  )
}

function responseHtml({ responses }: Operation) {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const contents = Object.entries(response?.content ?? {})
  if (contents.length === 0) return undefined
  const types = contents.map(
    ([type, { schema }]) => html`<li><code>${type}</code>: <code>${typeName(schema)}</code></li>`,
  )
  return html`<h3>Response ${status}</h3><ul>${types}</ul>`
}

/** The answer to the sample, where the document has one. */
function answerHtml({ responses }: Operation) {
  const [, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const example = response?.content?.['application/json']?.example
  if (example === undefined) return undefined
  return html`<h3>The answer</h3><pre tabindex="0">${JSON.stringify(example, null, 2)}</pre>`
}

function typesHtml(types: readonly [string, Schema][]) {
  if (types.length === 0) return undefined
  const texts = types.map(
    ([name, schema]) =>
      html`<h3 id="${name}">${name}</h3><p>${schema.description}</p>${propertyTable(schema)}`,
  )
  return html`<h2 id="types">Types</h2>${texts}`
}

function propertyTable({ properties = {}, required = [] }: Schema) {
  const rows = Object.entries(properties).map(([name, schema]) =>
    fieldRow(name, schema, required.includes(name)),
  )
  return fieldTable('', rows)
}

function fieldTable(title: string, rows: readonly ReturnType<typeof fieldRow>[]) {
  if (rows.length === 0) return undefined
  return html`${title && html`<h3>${title}</h3>`}<table tabindex="0"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`
}

function fieldRow(name: string, schema: Schema, isRequired: boolean) {
  const { minimum, maximum, description = '' } = schema
  const facts = [
    isRequired && 'Required.',
    description,
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}.`,
    schema.default !== undefined && `Default: ${JSON.stringify(schema.default)}.`,
  ].filter((fact) => typeof fact === 'string' && fact !== '')
  return html`<tr><th scope="row"><code>${name}</code></th><td><code>${typeName(schema)}</code></td><td>${raw(inlineHtml(facts.join(' ')))}</td></tr>`
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
