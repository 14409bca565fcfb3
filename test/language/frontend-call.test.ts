import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { namedCall } from '../../src/language/client-tools.ts'

function tool(name: string, description: string, properties = {}, required: string[] = []) {
  const inputSchema = { type: 'object' as const, properties, required }
  return { type: 'function', name, description, inputSchema } satisfies LanguageModelV3FunctionTool
}

const TOOLS = [
  tool('showBanner', 'Shows a banner', { text: { type: 'string' } }, ['text']),
  tool('setTheme', 'Changes the theme', { theme: { type: 'string', enum: ['dark', 'light'] } }, [
    'theme',
  ]),
  tool('openSettings', 'Opens the settings'),
  tool('setPosition', 'Sets the position', { x: { type: 'number' }, y: { type: 'number' } }, [
    'x',
    'y',
  ]),
  tool('setMode', 'Changes the mode', { mode: { type: 'string', enum: ['high-contrast'] } }, [
    'mode',
  ]),
  tool('setFontSize', 'Sets the font size', { size: { type: 'number' } }, ['size']),
]

describe('namedCall()', () => {
  it.each([
    ['show a banner that says Hello', 'showBanner', { text: 'Hello' }],
    ['please show a banner saying "We are live!"', 'showBanner', { text: 'We are live!' }],
    ['set the theme to dark', 'setTheme', { theme: 'dark' }],
    ['open the settings', 'openSettings', {}],
    ['set the font size to 14', 'setFontSize', { size: 14 }],
    ['set position x 3 y 5', 'setPosition', { x: 3, y: 5 }],
    ['set the mode to high contrast', 'setMode', { mode: 'high-contrast' }],
  ])('calls the tool that the message asks for: %s', (message, toolName, input) => {
    expect(namedCall(message, TOOLS)).toEqual({ toolName, input })
  })

  it.each([
    ['top 5 today'],
    ['show a banner'],
    ['set the theme to purple'],
    ['how do I open the settings?'],
    ['find me a banner maker'],
  ])('calls nothing if the match is incomplete: %s', (message) => {
    expect(namedCall(message, TOOLS)).toBeUndefined()
  })

  it.each([
    ['call showBanner with {"text":"Hello"}', { text: 'Hello' }],
    ['please use the tool `showBanner` {"text":"{}"}.', { text: '{}' }],
    ['run showBanner', {}],
  ])('calls a tool that is named exactly: %s', (message, input) => {
    expect(namedCall(message, TOOLS)).toEqual({ toolName: 'showBanner', input })
  })

  it.each(['call showBanner with {"text":}', 'call showBanner {text: "Hello"}'])(
    'says that the input is no JSON object: %s',
    (message) => {
      expect(namedCall(message, TOOLS)).toBe(
        'I did not call showBanner: its input must be a JSON object.',
      )
    },
  )

  it.each(['call deleteAll', 'call me maybe', 'showBanner', 'please call showBanner twice'])(
    'is undefined for other messages: %s',
    (message) => {
      expect(namedCall(message, TOOLS)).toBeUndefined()
    },
  )
})
