import { html, raw } from 'hono/html'
import { Marked } from 'marked'
import { tryParseJson } from '../../core/json.ts'

export interface DocsPage {
  /** Its address is `/docs/<slug>`; that of the first page `/docs`. */
  slug: string
  title: string
  content: string
}

/** A guide of `docs/` as a page. Links to other guides lead to their pages. */
export function guidePage(slug: string, markdown: string): DocsPage {
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? slug
  return { slug, title, content: markdownHtml(markdown) }
}

const marked = new Marked({
  async: false,
  renderer: {
    heading({ tokens, depth, text }) {
      const content = this.parser.parseInline(tokens)
      return `<h${depth} id="${headingId(text)}">${content}</h${depth}>\n`
    },
    link({ href, tokens }) {
      // Named by its file for readers of the repository: here by its words.
      const content = this.parser
        .parseInline(tokens)
        .replace(/^[\w-]+(?=\.md$)/, (slug) => slug.replaceAll('-', ' '))
        .replace(/\.md$/, '')
      const target = docsHref(href)
      return target ? String(html`<a href="${target}">${raw(content)}</a>`) : content
    },
    // The pictures are of this very page.
    image: () => '',
    code: ({ text }) => String(html`<pre tabindex="0">${readable(text)}</pre>\n`),
  },
})

/** An answer in one line is read more easily in many. */
function readable(code: string): string {
  const answer = /^\{.*\}$/.test(code) ? tryParseJson(code) : undefined
  return answer === undefined ? code : JSON.stringify(answer, null, 2)
}

export function markdownHtml(markdown: string): string {
  return String(marked.parse(markdown))
}

export function inlineHtml(markdown: string): string {
  return String(marked.parseInline(markdown))
}

/** As GitHub names it, so that links between the guides work in both places. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}

/** Files of the repository that are not guides have no address here. */
function docsHref(href: string): string | undefined {
  if (/^(https?:|#|mailto:)/.test(href)) return href
  const [, slug, hash = ''] = /^(?:docs\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return slug && `/docs/${slug}${hash}`
}
