import { stepCountIs, streamText, type ToolSet, tool } from 'ai'
import * as z from 'zod'
import { embeddedModel } from '../../src/language/embedded-model.ts'
import type { Product } from '../../src/ranking/product.ts'
import type { SourceResult } from '../../src/sources/source.ts'
import { createTools } from '../../src/tools/tools.ts'
import type { Call } from './judge.ts'

export const NOW = new Date('2026-11-20T18:00:00.000Z')
export const DEFAULT_TIMEZONE = 'America/New_York'

export interface Message {
  role: 'user' | 'assistant'
  content: string
}

interface Setup {
  now?: Date
  /** Overrides the result of every ranking, and of a search unless it is for one of them by name. */
  reading?: Partial<SourceResult>
  /** Names of the offered tools. All of them by default. */
  only?: string[]
  toolChoice?: 'auto' | 'none'
}

const names = [
  'Larkspur',
  'Brontide',
  'Quenby',
  'Ostrova',
  'Tidemill',
  'Pellow',
  'Anselm',
  'Wexley',
]

export function products(count: number): Product[] {
  return names.slice(0, count).map((name, at) => ({
    id: name,
    name,
    tagline: `The ${name} way`,
    url: `https://example.com/${name}`,
    imageUrl: null,
    votesCount: 1234 - at,
    commentsCount: 56 - at,
    launchedAt: NOW.toISOString(),
    topics: ['Testing'],
  }))
}

const Input = z.record(z.string(), z.unknown())

/** A complete agent run: calls the model and executes its tool calls until it answers with text. */
export async function converse(messages: Message[], setup: Setup = {}) {
  const { now = NOW, reading, only, toolChoice = 'auto' } = setup
  const found: SourceResult = {
    products: products(8),
    source: 'catalogue',
    asOf: now.toISOString(),
    stale: false,
    ...reading,
  }
  const give = async ({ limit }: { limit: number }) => ({
    ...found,
    products: found.products.slice(0, limit),
  })
  const search = async ({ query, limit }: { query: string; limit: number }) => {
    const isNamed = ({ name }: Product) => query.toLowerCase().includes(name.toLowerCase())
    const named = found.products.filter(isNamed)
    return { ...found, products: (named.length > 0 ? named : found.products).slice(0, limit) }
  }
  const ours = createTools({
    ranking: { name: found.source, top: give },
    search: { name: found.source, search },
    now: () => now,
    defaultTimezone: DEFAULT_TIMEZONE,
  })
  const tools: ToolSet = Object.fromEntries(
    ours
      .filter(({ name }) => only?.includes(name) ?? true)
      .map(({ name, description, input, run }) => [
        name,
        tool({ description, inputSchema: input, execute: (input) => run(input) }),
      ]),
  )
  const model = embeddedModel({ now: () => now, defaultTimezone: DEFAULT_TIMEZONE })
  const result = streamText({ model, messages, tools, toolChoice, stopWhen: stepCountIs(4) })

  const calls: Call[] = []
  const kinds: string[] = []
  for await (const part of result.fullStream) {
    kinds.push(part.type)
    if (part.type !== 'tool-call') continue
    calls.push({ toolName: part.toolName, input: Input.parse(part.input) })
  }
  return { calls, kinds, text: await result.text, usage: await result.totalUsage }
}

export async function ask(text: string, setup: Setup = {}) {
  return await converse([{ role: 'user', content: text }], setup)
}
