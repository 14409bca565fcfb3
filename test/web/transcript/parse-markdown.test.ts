import type { Token } from 'marked'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { elementsOf, parseMarkdown } from '../../../src/web/transcript/markdown-elements.tsx'

/** Blocks as HTML. */
const shown = (blocks: readonly Token[]) => renderToString(h('div', null, elementsOf(blocks)))

const shownAtOnce = (text: string) => shown(parseMarkdown(text, false))

describe('Markdown as blocks', () => {
  it('an unclosed mark is shown as if it were closed', () => {
    const growing = (text: string) => shown(parseMarkdown(text, true))
    expect(growing('It is **bo')).toBe('<div><p>It is <strong>bo</strong></p></div>')
    expect(growing('See [the page](https://exam')).toBe('<div><p>See the page</p></div>')
    expect(growing('```\nlet a')).toContain('<code>let a')
    expect(shownAtOnce('It is **bo')).toBe('<div><p>It is **bo</p></div>')
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
      parseMarkdown(text, true)
      expect(parseMarkdown(text, false)).not.toEqual([])
    }
    // Without limits some of them take minutes.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000)
  })
})
