import { describe, expect, it } from 'vitest'
import { createMarkdownBlocks } from '../../src/web/conversation/markdown-blocks.ts'

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
  it('is in the end the same, however it came', () => {
    const whole = createMarkdownBlocks().update(TEXT, false).join('')
    for (const step of [1, 7, 50]) {
      const blocks = createMarkdownBlocks()
      for (let end = step; end < TEXT.length; end += step) blocks.update(TEXT.slice(0, end), true)
      expect(blocks.update(TEXT, false).join('')).toBe(whole)
    }
  })

  it('shows what is not closed yet as if it were', () => {
    const growing = (text: string) => createMarkdownBlocks().update(text, true).join('')
    expect(growing('It is **bo')).toBe('<p>It is <strong>bo</strong></p>')
    expect(growing('See [the page](https://exam')).toBe('<p>See the page</p>')
    expect(growing('```\nlet a')).toContain('<code>let a')
    expect(createMarkdownBlocks().update('It is **bo', false).join('')).toBe('<p>It is **bo</p>')
  })

  it('keeps the blocks that stand, each the same text, while it grows', () => {
    const blocks = createMarkdownBlocks()
    const before = blocks.update('One\n\nTwo\n\nThr', true)
    const after = blocks.update('One\n\nTwo\n\nThree\n\nFour', true)
    expect(before[0]).toBe('<p>One</p>')
    expect(after[0]).toBe(before[0])
    expect(after.join('')).toBe('<p>One</p><p>Two</p><p>Three</p><p>Four</p>')
  })

  it('starts over where the text is another', () => {
    const blocks = createMarkdownBlocks()
    blocks.update('One\n\nTwo\n\nThree', true)
    expect(blocks.update('Four', false)).toEqual(['<p>Four</p>'])
  })

  it('counts on in a list that is too long to be read at once', () => {
    const items = Array.from({ length: 120 }, (_, at) => `${at + 1}. Item`).join('\n')
    const html = createMarkdownBlocks().update(items, true).join('')
    expect(html.match(/<li>/g)).toHaveLength(120)
    expect(html.match(/<ol start="\d+">/g)).toEqual(['<ol start="51">', '<ol start="101">'])
  })

  it('shows HTML as it was written, but for line breaks and the like', () => {
    const shown = (text: string) => createMarkdownBlocks().update(text, false).join('')
    expect(shown('a <img src=x onerror=y> b')).toBe('<p>a &#60;img src=x onerror=y&#62; b</p>')
    expect(shown('<script>x</script>')).toBe('&#60;script&#62;x&#60;/script&#62;')
    expect(shown('a<br>b <sub>2</sub>')).toBe('<p>a<br>b <sub>2</sub></p>')
  })

  it('is soon done with a text that is all marks', { timeout: 60_000 }, () => {
    const started = process.cpuUsage()
    for (const mark of ['*a', '[', '![', '`a', '[a](', '<a ', '> ', '~~a', '- ']) {
      const text = mark.repeat(100_000 / mark.length)
      createMarkdownBlocks().update(text, true)
      expect(createMarkdownBlocks().update(text, false).join('')).not.toBe('')
    }
    // Some of them take minutes where nothing is done about them.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(20_000)
  })
})
