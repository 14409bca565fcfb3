// Writes the documentation at build: the pages of docs/ and a reference made from the OpenAPI document,
// which is read from standard input. Its argument is the folder of the built page, whose docs.html is the
// template.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { html, raw } from 'hono/html'
import { contentsOf, type GuideGroup } from './contents.ts'
import { type DocsPage, docsPage } from './guide.ts'
import { llmsFullTxt, llmsTxt } from './llms.ts'
import { Openapi } from './openapi.ts'
import { referencePages } from './reference.ts'

const SOURCE = 'docs'
const HEADING = /<h([123])(?: id="([^"]*)")?>(.*?)<\/h\1>/gs
/** Of a sentence in Markdown, which a description cannot have. */
const MARKUP = /[`*]/g
/** Files that pages link to. */
const ATTACHED = ['.service', '.yaml']

const [folder = ''] = process.argv.slice(2)
const template = await readFile(join(folder, 'docs.html'), 'utf8')
const readme = await readFile(join(SOURCE, 'README.md'), 'utf8')
const reference = referencePages(Openapi.parse(JSON.parse(await text(process.stdin))))
const guides = contentsOf(readme)
const groups: GuideGroup[] = [...guides, { name: 'HTTP API', entries: reference }]

const abouts = new Map(
  groups.flatMap(({ entries }) => entries.map(({ slug, about }) => [slug, about])),
)

const pages = await Promise.all(
  guides
    .flatMap(({ entries }) => entries)
    .map(async ({ slug }) => docsPage(slug, await readFile(join(SOURCE, `${slug}.md`), 'utf8'))),
)
const referenced = reference.map(({ slug, markdown }) => docsPage(slug, markdown))
const start = docsPage('README', readme)

for (const page of [...pages, ...referenced]) {
  await write(`docs/${page.slug}.html`, pageHtml(page))
  await write(`docs/${page.slug}.md`, page.markdown)
}
await write('docs.html', pageHtml({ ...start, slug: '', content: start.content + apiList() }))
await write('docs.md', start.markdown)
await write('llms.txt', llmsTxt(groups))
await write('llms-full.txt', llmsFullTxt([start, ...pages]))
await write('assets/docs-index.json', JSON.stringify(sectionsIn([...pages, ...referenced])))
for (const name of await readdir(SOURCE, { recursive: true })) {
  if (!ATTACHED.includes(extname(name))) continue
  await mkdir(dirname(join(folder, 'docs', name)), { recursive: true })
  await copyFile(join(SOURCE, name), join(folder, 'docs', name))
}

async function write(path: string, content: string) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

function pageHtml({ slug, title, content }: Omit<DocsPage, 'markdown'>): string {
  const parts = {
    title: html`${title}`,
    description: html`${abouts.get(slug)?.replace(MARKUP, '') ?? 'The documentation of Launchboard.'}`,
    markdown: html`/docs${slug && `/${slug}`}.md`,
    navigation: navigationHtml(slug),
    content,
    outline: outlineHtml(content),
  }
  return template.replace(
    /\{\{(title|description|markdown|navigation|content|outline)\}\}/g,
    (_, name: keyof typeof parts) => String(parts[name]),
  )
}

function navigationHtml(current: string) {
  const lists = groups.map(({ name, entries }) => {
    const links = entries.map(({ slug, title }) => {
      const mark = slug === current && raw(' aria-current="page"')
      return html`<li><a href="/docs/${slug}"${mark}>${title}</a></li>`
    })
    return html`<h2>${name}</h2><ul>${links}</ul>`
  })
  return html`<details id="contents"><summary>All pages</summary><nav aria-label="Documentation">${lists}</nav></details>`
}

/** The sections of a page, beside it. */
function outlineHtml(content: string) {
  const parts = [...content.matchAll(HEADING)].filter(([, depth, id]) => depth === '2' && id)
  if (parts.length < 2) return ''
  const links = parts.map(
    ([, , id = '', text = '']) =>
      html`<li><a href="#${id}">${raw(text.replace(/<\/?a\b[^>]*>/g, ''))}</a></li>`,
  )
  return html`<details id="outline"><summary>On this page</summary><nav aria-label="On this page"><ul>${links}</ul></nav></details>`
}

/** The pages that the first page cannot list in the repository. */
function apiList() {
  const links = reference.map(
    ({ slug, title, about }) => html`<li><a href="/docs/${slug}">${title}</a>: ${about}</li>`,
  )
  return String(html`<h2 id="http-api">HTTP API</h2><ul>${links}</ul>`)
}

/** What the search of the documentation finds: each section, with the page that it is on. */
function sectionsIn(contents: readonly DocsPage[]) {
  return contents.flatMap(({ slug, title, content: whole }) => {
    // The samples of the reference are the same words each time, and so are its small headings.
    const content = whole.replace(/<(details|div data-language).*?<\/(details|div)>/gs, '')
    const headings = [...content.matchAll(HEADING)].filter(
      ([, depth]) => depth !== '3' || !slug.startsWith('api/'),
    )
    return headings.map(({ 0: heading, 2: id = '', 3: name = '', index }, at) => {
      const body = content.slice(index + heading.length, headings[at + 1]?.index)
      const href = at > 0 && id ? `/docs/${slug}#${id}` : `/docs/${slug}`
      return {
        text: plainText(name),
        page: title,
        href,
        words: wordsOf(`${id} ${plainText(body)}`),
      }
    })
  })
}

/** Each word once: the search asks whether a section has them, not where. */
function wordsOf(body: string): string {
  return [...new Set(body.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu))].join(' ')
}

function plainText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim()
}
