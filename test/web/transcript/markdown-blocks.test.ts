import type { Token } from 'marked'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { createMarkdownBlocks } from '../../../src/web/transcript/markdown-blocks.ts'
import { elementsOf } from '../../../src/web/transcript/markdown-elements.tsx'

/** Blocks as HTML. */
const shown = (blocks: readonly Token[]) => renderToString(h('div', null, elementsOf(blocks)))

const shownAtOnce = (text: string) => shown(createMarkdownBlocks().update(text, false))

const TEXT = `# Title

Some **bold** words, [a link](https://example.com) and \`code\`.

1. One
2. Two

   more of two
3. Three

| a | b |
|---|---|
| 1 | 2 |

\`\`\`
let it = 'be'

\`\`\`
> said

End`

describe('Markdown as blocks', () => {
  it('Markdown blocks are the same however the text arrived', () => {
    const whole = shownAtOnce(TEXT)
    for (const step of [1, 7, 50]) {
      const blocks = createMarkdownBlocks()
      for (let end = step; end < TEXT.length; end += step) blocks.update(TEXT.slice(0, end), true)
      expect(shown(blocks.update(TEXT, false))).toBe(whole)
    }
  })

  it('an unclosed mark is shown as if it were closed', () => {
    const growing = (text: string) => shown(createMarkdownBlocks().update(text, true))
    expect(growing('It is **bo')).toBe('<div><p>It is <strong>bo</strong></p></div>')
    expect(growing('See [the page](https://exam')).toBe('<div><p>See the page</p></div>')
    expect(growing('```\nlet a')).toContain('<code>let a')
    expect(shownAtOnce('It is **bo')).toBe('<div><p>It is **bo</p></div>')
  })

  it('finished Markdown blocks keep their text while the rest grows', () => {
    const blocks = createMarkdownBlocks()
    const before = blocks.update('One\n\nTwo\n\nThr', true)
    const after = blocks.update('One\n\nTwo\n\nThree\n\nFour', true)
    expect(before[0]).toMatchObject({ type: 'paragraph', text: 'One' })
    expect(after[0]).toBe(before[0])
    expect(shown(after)).toBe('<div><p>One</p><p>Two</p><p>Three</p><p>Four</p></div>')
  })

  it('another text starts new Markdown blocks', () => {
    const blocks = createMarkdownBlocks()
    blocks.update('One\n\nTwo\n\nThree', true)
    expect(shown(blocks.update('Four', false))).toBe('<div><p>Four</p></div>')
  })

  it('a list that is split into blocks keeps its numbers', () => {
    const items = Array.from({ length: 120 }, (_, at) => `${at + 1}. Item`).join('\n')
    const html = shown(createMarkdownBlocks().update(items, true))
    expect(html.match(/<li>/g)).toHaveLength(120)
    expect(html.match(/<ol start="\d+">/g)).toEqual([
      '<ol start="1">',
      '<ol start="51">',
      '<ol start="101">',
    ])
  })

  it('HTML in Markdown is shown as text, except line breaks', () => {
    expect(shownAtOnce('a <img src=x onerror=y> b')).toBe(
      '<div><p>a &lt;img src=x onerror=y> b</p></div>',
    )
    expect(shownAtOnce('<script>x</script>')).toBe('<div>&lt;script>x&lt;/script></div>')
    expect(shownAtOnce('a<br>b')).toBe('<div><p>a<br/>b</p></div>')
  })

  it.each([
    ['[a](javascript:alert(1))', 'a'],
    ['[a](data:text/html,x)', 'a'],
    ['[a](//elsewhere.example)', 'a'],
    ['[a](/docs)', 'a'],
    ['![words](https://elsewhere.example/x.png)', 'words'],
    ['A &amp; B &#38; &#x26; &unknown;', 'A &amp; B &amp; &amp; &amp;unknown;'],
    [
      '[a](https://ours.example)',
      '<a href="https://ours.example" target="_blank" rel="noopener nofollow">a</a>',
    ],
  ])('%s becomes only text, structure and web links', (text, html) => {
    expect(shownAtOnce(text)).toBe(`<div><p>${html}</p></div>`)
  })

  it('a text that consists only of marks is parsed quickly', { timeout: 60_000 }, () => {
    const started = process.cpuUsage()
    for (const mark of ['*a', '[', '![', '`a', '[a](', '<a ', '> ', '~~a', '- ']) {
      const text = mark.repeat(100_000 / mark.length)
      createMarkdownBlocks().update(text, true)
      expect(createMarkdownBlocks().update(text, false)).not.toEqual([])
    }
    // Without limits some of them take minutes.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000)
  })
})
