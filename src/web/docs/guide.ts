import highlighter from 'highlight.js/lib/common'
import { html, raw } from 'hono/html'
import { Marked } from 'marked'
import { tryParseJson } from '../../core/json.ts'

export interface DocsPage {
  /** Its address is `/docs/<slug>`; that of the first page is `/docs`. */
  slug: string
  title: string
  /** Served beside the page, for programs. */
  markdown: string
  content: string
}

/** The HTML comments around what a test generates, and the tags that only arrange the page. */
const INVISIBLE = /<!--.*?-->\n*|^<\/?(?:section|div|details)\b[^>]*>\n+/gms
const HEADING_ID = / \{#([\w-]+)\}$/

/** A page of `docs/`. Links to other pages lead to their addresses. */
export function docsPage(slug: string, source: string): DocsPage {
  const title = /^# (.+)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? slug
  const markdown = source
    .replace(INVISIBLE, '')
    .replace(/<(?:summary|b hidden)>(.*?)<\/(?:summary|b)>/g, '**$1**')
    .replace(/ \{#[\w-]+\}$/gm, '')
  const withoutComments = source.replace(/<!--.*?-->\n*/gs, '')
  return { slug, title, markdown, content: String(renderer(slug).parse(withoutComments)) }
}

function renderer(slug: string) {
  return new Marked({
    async: false,
    renderer: {
      heading({ tokens, depth, text }) {
        const [, id = headingId(text)] = HEADING_ID.exec(text) ?? []
        const content = this.parser.parseInline(tokens).replace(HEADING_ID, '')
        return `<h${depth} id="${id}">${content}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens)
        const target = docsHref(slug, href)
        return target ? String(html`<a href="${target}">${raw(content)}</a>`) : content
      },
      // The pictures are of this very page.
      image: () => '',
      code({ text, lang = '' }) {
        const [language = ''] = lang.split(' ')
        return String(html`<pre tabindex="0">${highlighted(readable(text), language)}</pre>\n`)
      },
    },
  })
}

/** An answer in one line is read more easily in many. */
function readable(code: string): string {
  const answer = /^\{.*\}$/.test(code) ? tryParseJson(code) : undefined
  return answer === undefined ? code : JSON.stringify(answer, null, 2)
}

function highlighted(code: string, language: string) {
  if (!highlighter.getLanguage(language)) return code
  return raw(highlighter.highlight(code, { language, ignoreIllegals: true }).value)
}

/** As GitHub names it, so that links between the pages work in both places. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}

/** The address of what a page links to. Files outside of `docs/` have none here. */
function docsHref(slug: string, href: string): string | undefined {
  if (/^(https?:|#|mailto:)/.test(href)) return href
  const { pathname, hash } = new URL(href, `file:///docs/${slug}`)
  if (!pathname.startsWith('/docs/')) return href.startsWith('/') ? href : undefined
  return pathname.replace(/(\/README)?\.md$/, '') + hash
}
