import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { frontendCall } from '../../src/language/frontend-call.ts'

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

describe('frontendCall()', () => {
  it.each([
    ['show a banner that says Hello', 'showBanner', { text: 'Hello' }],
    ['please show a banner saying "We are live!"', 'showBanner', { text: 'We are live!' }],
    ['set the theme to dark', 'setTheme', { theme: 'dark' }],
    ['open the settings', 'openSettings', {}],
    ['set the font size to 14', 'setFontSize', { size: 14 }],
    ['set position x 3 y 5', 'setPosition', { x: 3, y: 5 }],
    ['set the mode to high contrast', 'setMode', { mode: 'high-contrast' }],
  ])('calls the tool that the message asks for: %s', (message, toolName, input) => {
    expect(frontendCall(message, TOOLS)).toEqual({ toolName, input })
  })

  it.each([
    ['top 5 today'],
    ['show a banner'],
    ['set the theme to purple'],
    ['how do I open the settings?'],
    ['find me a banner maker'],
  ])('calls nothing if the match is incomplete: %s', (message) => {
    expect(frontendCall(message, TOOLS)).toBeUndefined()
  })
})
