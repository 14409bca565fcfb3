import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  completionRequest,
  shortIds,
  wireNames,
} from '../../../src/agent/hosted/completion-request.ts'
import { HOST_FIELDS } from '../../../src/agent/hosted/host-fields.ts'
import { toPrompt } from '../../../src/agent/prompt.ts'
import { SentMessages } from '../../../src/wires/message.ts'

const FORM = {
  ...{ model: 'm', nameOf: (name: string) => name, idOf: (id: string) => id },
  ...{ hasHostFields: true, hasStreamOptions: true },
}

const Name = z.string().regex(/^[\w-]{1,64}$/)
const Id = z.string().regex(/\S/)
const Call = z.strictObject({
  id: Id,
  type: z.literal('function'),
  function: z.strictObject({ name: Name, arguments: z.string().startsWith('{') }),
})
/** The strictest of the hosts that we know of. */
const StrictRequest = z.object({
  messages: z.array(
    z.discriminatedUnion('role', [
      z.strictObject({ role: z.enum(['system', 'user']), content: z.string().min(1) }),
      z.strictObject({
        role: z.literal('assistant'),
        content: z.string().min(1).nullable(),
        tool_calls: z.array(Call).min(1).optional(),
      }),
      z.strictObject({ role: z.literal('tool'), tool_call_id: Id, content: z.string() }),
    ]),
  ),
  tools: z.array(
    z.strictObject({
      type: z.literal('function'),
      function: z.strictObject({
        name: Name,
        description: z.string().min(1).optional(),
        parameters: z.looseObject({
          type: z.literal('object'),
          $schema: z.never().optional(),
          properties: z
            .record(z.string(), z.looseObject({ $schema: z.never().optional() }))
            .optional(),
        }),
      }),
    }),
  ),
})

/** @throws if the order of the messages is not the only one that it accepts */
function checkOrder({ messages }: z.infer<typeof StrictRequest>) {
  const [system, ...rest] = messages
  expect([system?.role, rest[0]?.role]).toEqual(['system', 'user'])
  expect(['user', 'tool']).toContain(rest.at(-1)?.role)
  const called = rest.flatMap((one) => ('tool_calls' in one ? (one.tool_calls ?? []) : []))
  expect(new Set(called.map(({ id }) => id)).size).toBe(called.length)
  let due: string[] = []
  for (const [at, message] of rest.entries()) {
    if (message.role === 'tool') {
      expect(due.shift()).toBe(message.tool_call_id)
      continue
    }
    expect(due).toEqual([])
    const before = rest[at - 1]?.role
    expect(message.role === 'user' ? [undefined, 'assistant'] : ['user', 'tool']).toContain(before)
    if (message.role === 'assistant') due = (message.tool_calls ?? []).map(({ id }) => id)
  }
  expect(due).toEqual([])
}

const text = fc.constantFrom('', ' ', 'words')
const toolName = fc.constantFrom('search', 'a.b', 'a_b', 'Größe', 'x'.repeat(70), ' ')
const id = fc.constantFrom('', 'a', 'b', 'c', 'l'.repeat(60))
const call = fc.record({ id, name: toolName, args: fc.constantFrom({}, { q: 1 }) })
const message = fc.oneof(
  fc.record({
    role: fc.constantFrom('user', 'assistant', 'system', 'developer', 'reasoning', 'activity'),
    content: text,
  }),
  fc.record({
    role: fc.constant('assistant'),
    content: text,
    toolCalls: fc.array(call, { maxLength: 3 }),
  }),
  fc.record({ role: fc.constant('tool'), content: text, toolCallId: id }),
)
const tool = fc.record({
  type: fc.constant('function' as const),
  name: toolName,
  description: text,
  inputSchema: fc.constant({
    $schema: 'https://json-schema.org',
    type: 'object' as const,
    properties: { a: { $schema: 'https://json-schema.org', type: 'string' as const } },
  }),
})

describe('completionRequest()', () => {
  it('any conversation is in the form that the strictest host accepts', async () => {
    const tools = fc.uniqueArray(tool, { selector: ({ name }) => name, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 12 }), tools, async (messages, tools) => {
        const prompt = toPrompt(SentMessages.parse(messages), 'Rank.')
        const names = wireNames(tools.map(({ name }) => name))
        const form = { ...FORM, nameOf: names.write, idOf: await shortIds(prompt) }
        const body = completionRequest({ prompt, tools }, form)
        const request = StrictRequest.parse({ tools: [], ...JSON.parse(JSON.stringify(body)) })
        checkOrder(request)
        for (const { tool_call_id = '' } of request.messages.filter((one) => one.role === 'tool')) {
          expect(tool_call_id.length).toBeLessThanOrEqual(40)
        }
        const offered = request.tools.map((one) => names.read(one.function.name))
        expect(offered).toEqual(tools.map(({ name }) => name))
      }),
    )
  })

  it('nothing that was said is lost', () => {
    const words = ['a', 'b', 'c', 'd'].map((content, at) => {
      return { role: at % 3 === 0 ? 'assistant' : 'user', content }
    })
    const prompt = toPrompt(SentMessages.parse([...words, ...words]), 'Rank.')
    const { messages } = completionRequest({ prompt }, FORM)
    expect(messages).toEqual([
      { role: 'system', content: 'Rank.' },
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b\n\nc' },
      { role: 'assistant', content: 'd\n\na' },
      { role: 'user', content: 'b\n\nc' },
      { role: 'assistant', content: 'd' },
      { role: 'user', content: 'Go on.' },
    ])
  })

  it('what the host has put into a message or a call goes back, and never in place of ours', () => {
    const fields = {
      [HOST_FIELDS]: { signature: 's', role: 'x', id: 'x', function: { note: 1, name: 'x' } },
    }
    const toolUse = { toolCallId: 'c', toolName: 'search', input: {} }
    const content = [{ type: 'tool-call' as const, ...toolUse, providerOptions: fields }]
    const prompt = [{ role: 'assistant' as const, content, providerOptions: fields }]
    const { messages } = completionRequest({ prompt }, FORM)
    const search = { name: 'search', arguments: '{}' }
    expect(messages[1]).toMatchObject({
      role: 'assistant',
      signature: 's',
      tool_calls: [{ id: 'c', signature: 's', function: { ...search, note: 1 } }],
    })
    const without = completionRequest({ prompt }, { ...FORM, hasHostFields: false })
    expect(JSON.stringify(without.messages)).not.toContain('signature')
  })
})
