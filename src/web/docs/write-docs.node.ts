// Writes the documentation at build: the guides of docs/ and a reference made from the OpenAPI document,
// which is read from standard input. Its argument is the folder of the built page, whose docs.html is the
// template.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { html, raw } from 'hono/html'
import { type DocsPage, guidePage } from './guide.ts'
import { Openapi } from './openapi.ts'
import { referencePages } from './reference.ts'

const GUIDES = 'docs'
const HEADING = /<h([123])(?: id="([^"]*)")?>(.*?)<\/h\1>/gs
/** The order of the guides; others follow. */
const GROUPS = {
  'Use it': [
    'quickstart',
    'api',
    'data',
    'command',
    'agents-and-protocols',
    'hosted-model',
    'language',
  ],
  'Run it': ['configuration', 'access', 'deploy', 'operations', 'scale', 'storage', 'data-key'],
  'Chat platform': [
    ...['chat-platform', 'front-end', 'live-events', 'widget', 'dashboard'],
    'chat-platform-limits',
  ],
}

const [folder = ''] = process.argv.slice(2)
const template = await readFile(join(folder, 'docs.html'), 'utf8')
const guides = await readGuides()
const reference = referencePages(Openapi.parse(JSON.parse(await text(process.stdin))))
const navigation = navigationOf()

await mkdir(join(folder, 'docs'), { recursive: true })
await writeFile(
  join(folder, 'assets/docs-index.json'),
  JSON.stringify(headingsIn([...guides, ...reference])),
)
for (const page of [...guides, ...reference]) {
  await writeFile(join(folder, 'docs', `${page.slug}.html`), pageHtml(page))
}
await writeFile(join(folder, 'docs.html'), pageHtml({ slug: '', title: 'Docs', content: start() }))

async function readGuides(): Promise<DocsPage[]> {
  const files = (await readdir(GUIDES)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    files.map(async (file) =>
      guidePage(file.replace('.md', ''), await readFile(join(GUIDES, file), 'utf8')),
    ),
  )
}

function navigationOf() {
  const grouped = Object.entries(GROUPS).map(([name, slugs]) => ({
    name,
    pages: slugs.flatMap((slug) => guides.filter((guide) => guide.slug === slug)),
  }))
  const placed = new Set(Object.values(GROUPS).flat())
  return [
    ...grouped,
    { name: 'Develop it', pages: guides.filter(({ slug }) => !placed.has(slug)) },
    { name: 'Reference', pages: reference },
  ]
}

function pageHtml({ slug, title, content }: DocsPage): string {
  const parts = {
    title: html`${title}`,
    navigation: navigationHtml(slug),
    content,
    outline: outlineHtml(content),
  }
  return template.replace(
    /\{\{(title|navigation|content|outline)\}\}/g,
    (_, name: keyof typeof parts) => String(parts[name]),
  )
}

function navigationHtml(current: string) {
  const groups = navigation.map(({ name, pages }) => {
    const links = pages.map(({ slug, title }) => {
      const mark = slug === current && raw(' aria-current="page"')
      return html`<li><a href="/docs/${slug}"${mark}>${title}</a></li>`
    })
    return html`<h2>${name}</h2><ul>${links}</ul>`
  })
  return html`<details id="contents"><summary>All pages</summary><nav aria-label="Documentation">${groups}</nav></details>`
}

/** What the search of the documentation finds: each heading, and the page that it is on. */
function headingsIn(pages: readonly DocsPage[]) {
  return pages.flatMap(({ slug, title, content }) =>
    [...content.matchAll(HEADING)].map(([, , id = '', text = '']) => ({
      text: plainText(text),
      page: title,
      href: id ? `/docs/${slug}#${id}` : `/docs/${slug}`,
    })),
  )
}

/** The parts of a page, beside it. */
function outlineHtml(content: string) {
  const parts = [...content.matchAll(HEADING)].filter(([, depth, id]) => depth === '2' && id)
  if (parts.length < 2) return ''
  const links = parts.map(
    ([, , id = '', text = '']) =>
      html`<li><a href="#${id}">${raw(text.replace(/<\/?a\b[^>]*>/g, ''))}</a></li>`,
  )
  return html`<nav aria-label="On this page" class="docs-outline"><h2>On this page</h2><ul>${links}</ul></nav>`
}

function plainText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** The first page: what there is, in a sentence each. */
function start(): string {
  const groups = navigation.map(({ name, pages }) => {
    const links = pages.map(
      ({ slug, title, content }) =>
        html`<li><a href="/docs/${slug}">${title}</a><br>${raw(firstSentence(content))}</li>`,
    )
    return html`<h2>${name}</h2><ul class="docs-index">${links}</ul>`
  })
  return String(html`<h1>Documentation</h1><p>How to ask Launchboard, run it and build on it. Everything that these pages do,
a program can do.</p>${groups}`)
}

function firstSentence(content: string): string {
  const [, paragraph = ''] = /<p>(.*?)<\/p>/s.exec(content) ?? []
  const plain = paragraph.replace(/<[^>]*>/g, '')
  return /^.*?[.:](?=\s|$)/s.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}
