import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productList } from '../../src/language/answer/products.ts'
import { unescaped } from '../../src/language/markdown.ts'
import type { Product } from '../../src/ranking/product.ts'
import { isChromiumMissing, launchChromium } from '../helper/chromium.ts'
import { installPackages } from '../helper/install-packages.ts'
import { products } from './converse.ts'

/** What chat interfaces show Markdown with. */
const PACKAGES = [
  '@cometchat/chat-uikit-react@7.2.1',
  '@cometchat/chat-sdk-javascript@4.2.0',
  'react@19.3.1',
  'react-dom@19.3.1',
  'react-markdown@10.1.0',
  'rehype-raw@7.0.0',
  'rehype-sanitize@6.0.0',
  'remark-gfm@4.0.1',
  'remark-math@6.0.0',
  'remarkable@2.0.1',
  'marked@18.2.1',
]

/** As the interfaces call them: CometChat 6.5.6, CopilotKit 1.74.0, deep-chat 2.4.2. */
const READERS = `
import { CometChatMarkdownFormatter } from '@cometchat/chat-uikit-react'
import { marked } from 'marked'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { Remarkable } from 'remarkable'

const react = (plugins) => (text) =>
  renderToStaticMarkup(createElement(ReactMarkdown, { ...plugins, children: text }))
globalThis.readers = {
  'CometChat 7': (text) => new CometChatMarkdownFormatter().format(text),
  'CometChat 6 and assistant-ui': react({ remarkPlugins: [remarkGfm] }),
  CopilotKit: react({
    remarkPlugins: [remarkGfm, [remarkMath, { singleDollarTextMath: false }]],
    rehypePlugins: [rehypeRaw, rehypeSanitize],
  }),
  marked: (text) => marked.parse(text),
  'deep-chat': (text) => new Remarkable({ breaks: true }).render(text),
}
`
const NAMES = [
  'CometChat 7',
  'CometChat 6 and assistant-ui',
  'CopilotKit',
  'marked',
  'deep-chat',
] as const

const SIGNS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
const TEXTS = [
  ...SIGNS.flatMap((sign) => [
    `Duet ${sign}beta${sign} x`,
    `${sign} beta`,
    `${sign}beta`,
    `beta${sign}`,
    `${sign}${sign}a${sign}${sign}b`,
    `${sign}(x)${sign}`,
  ]),
  'Ready in ~5 minutes | for @teams',
  'a <b> c',
  'Nested [see](https://evil.example)',
  '![p](https://evil.example)',
  'see https://evil.example/x?a=1&copy=2',
  'see www.evil.example and a@evil.example',
  '<https://evil.example> <!-- c -->',
  '<@uid:bob>',
  'C++ and Notepad++ for $$x$$ and $$y$$',
  '&lt;b&gt; &#60;b&#62; &copy x',
  'i. love',
  '1. love',
  '[x] done',
]

const [first] = products(1)
const product = (fields: Partial<Product>): Product => ({
  ...first!,
  url: 'https://example.com/a!',
  votesCount: 5,
  commentsCount: 2,
  ...fields,
})
const CASES = TEXTS.flatMap((text) => [
  product({ name: text, tagline: 'Plain' }),
  product({ name: 'Plain', tagline: text }),
  product({ name: text, tagline: text, url: null }),
])

interface Item {
  text: string
  /** Where its links lead. */
  links: (string | null)[]
  /** Its other elements, apart from paragraphs. */
  others: string[]
  /** The number that the reader shows before it. */
  number: number | null
}

const inWords = ({ name, tagline }: Product) =>
  `${name} — 5 votes, 2 comments${tagline?.trim() ? `. ${tagline}` : ''}`
const spaced = (text: string) => text.replaceAll('\u2060', '').replace(/\s+/g, ' ').trim()

describe.skipIf(isChromiumMissing)('names and taglines in a ranking', { timeout: 240_000 }, () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    const folder = await installPackages('markdown-readers', PACKAGES)
    const { outputFiles } = await build({
      stdin: { contents: READERS, resolveDir: folder },
      bundle: true,
      write: false,
      outfile: join(folder, 'readers.js'),
      loader: { '.css': 'empty' },
      external: ['@cometchat/calls-sdk-javascript'],
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
    })
    browser = await launchChromium()
    page = await browser.newPage()
    await page.addScriptTag({ content: outputFiles[0]!.text })
  }, 300_000)
  afterAll(() => browser?.close())

  const itemsOf = (reader: string, texts: readonly string[]): Promise<Item[][]> =>
    page.evaluate(
      ([reader, texts]) => {
        const read = Reflect.get(globalThis, 'readers')[reader] as (text: string) => string
        return texts.map((text) => {
          const root = document.createElement('div')
          root.innerHTML = read(text)
          return [...root.querySelectorAll('li')].map((item) => {
            const inside = [...item.querySelectorAll('*')]
            const list = item.parentElement
            const at = [...(list?.children ?? [])].indexOf(item)
            return {
              text: item.textContent,
              links: inside.flatMap((one) => (one.tagName === 'A' ? one.getAttribute('href') : [])),
              others: inside.map(({ tagName }) => tagName).filter((tag) => !/^[AP]$/.test(tag)),
              number: list?.tagName === 'OL' ? Number(list.getAttribute('start') ?? 1) + at : null,
            }
          })
        })
      },
      [reader, texts] as const,
    )

  it.each(NAMES)('are shown as they are, with their links, by %s', async (reader) => {
    const shown = await itemsOf(
      reader,
      CASES.map((one) => productList([one])),
    )
    const expected = CASES.map((one) => [
      { text: spaced(inWords(one)), links: one.url ? [one.url] : [], others: [], number: 1 },
    ])
    expect(shown.map((items) => items.map((one) => ({ ...one, text: spaced(one.text) })))).toEqual(
      expected,
    )
  })

  it.each(NAMES)('have the ranks 4, 5 and 6 as the next three, in %s', async (reader) => {
    const next = products(6).slice(3)
    const [items] = await itemsOf(reader, [productList(next, 3)])
    expect(items).toEqual(
      next.map(({ name, url, tagline }, at) => ({
        text: expect.stringMatching(`^${4 + at}\\. ${name} — .*${tagline}$`),
        links: [url],
        others: [expect.stringMatching(/^(B|STRONG)$/)],
        number: null,
      })),
    )
  })

  it('are the same in a plain text once references are decoded', () => {
    const shown = CASES.map((one) =>
      unescaped(productList([one])).replaceAll('](https://example.com/a!)', ']'),
    )
    expect(shown.map(spaced)).toEqual(
      CASES.map((one) => {
        const words = spaced(inWords(one))
        return one.url
          ? `1. ${words.replace(spaced(one.name), () => `[${spaced(one.name)}]`)}`
          : `1. ${words}`
      }),
    )
  })
})
