import type { LanguageModelV3StreamPart } from '@ai-sdk/provider'

type Part = LanguageModelV3StreamPart

/**
 * The same parts, with the calls that a model began and never gave any input: some servers write an
 * empty text where there is nothing to fill in, which is then no call to the SDK's provider.
 */
export function completeCalls() {
  const begun = new Map<string, { toolName: string; input: string }>()

  return function complete(part: Part): Part[] {
    switch (part.type) {
      case 'tool-input-start':
        begun.set(part.id, { toolName: part.toolName, input: '' })
        return [part]
      case 'tool-input-delta': {
        const call = begun.get(part.id)
        if (call) call.input += part.delta
        return [part]
      }
      case 'tool-call':
        begun.delete(part.toolCallId)
        return [part]
      case 'finish':
        return [...blankCalls(), part]
      default:
        return [part]
    }
  }

  function blankCalls(): Part[] {
    return [...begun]
      .filter(([, { input }]) => input.trim() === '')
      .map(([toolCallId, { toolName }]) => ({
        type: 'tool-call',
        ...{ toolCallId, toolName, input: '{}' },
      }))
  }
}
