import { describe, expect, it } from 'vitest'
import { readChunks } from '../../src/agent/read-chunks.ts'

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ delta, ...more }] })}\n\n`
const text = (content: string) => chunk({ content })

function read(...pieces: string[]) {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
  const pull = (controller: ReadableStreamDefaultController) => {
    const next = bytes.shift()
    if (next) controller.enqueue(next)
    else controller.close()
  }
  return readChunks(new ReadableStream({ pull }))
}

async function all(reader: ReturnType<typeof read>) {
  const texts: string[] = []
  for (let next = await reader.nextTexts(); next.length > 0; next = await reader.nextTexts()) {
    texts.push(...next)
  }
  return { texts, rest: await new Response(reader.rest()).text() }
}

describe('readChunks()', () => {
  it('texts are read, and what ends them is left to the rest', async () => {
    const end = chunk({}, { finish_reason: 'stop' })
    const { texts, rest } = await all(read(text('One'), text(' two') + end, 'data: [DONE]\n\n'))
    expect(texts).toEqual(['One', ' two'])
    expect(rest).toBe(`${end}data: [DONE]\n\n`)
  })

  it('text after a call is left to the rest, in its order', async () => {
    const call = chunk({ tool_calls: [{ index: 0, id: 'a' }] })
    const { texts, rest } = await all(read(text('One') + call + text('two')))
    expect(texts).toEqual(['One'])
    expect(rest).toBe(call + text('two'))
  })

  it.each([
    ['a role without words', chunk({ role: 'assistant' })],
    ['empty lists', chunk({ content: null, tool_calls: [], annotations: [] })],
    ['a comment', ': ping\n\n'],
  ])('%s does not end the texts', async (_name, piece) => {
    expect((await all(read(piece, text('One')))).texts).toEqual(['One'])
  })

  it('the last count of tokens that came with a text is handed on', async () => {
    const counted = (content: string, total_tokens: number) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content } }], usage: { total_tokens } })}\n\n`
    const { rest } = await all(read(counted('One', 1), counted('two', 2)))
    expect(rest).toBe('data: {"choices":[],"usage":{"total_tokens":2}}\n\n')
  })

  it.each([
    ['a page', ['<!DOCTYPE html>'], true],
    ['events', [text('One')], false],
    ['no bytes', [], false],
  ])('whether it is nonsense is known of %s', async (_name, pieces, isNonsense) => {
    const reader = read(...pieces)
    await all(reader)
    expect(reader.isNonsense()).toBe(isNonsense)
  })
})
