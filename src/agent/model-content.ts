import type { LanguageModelV3Content, LanguageModelV3StreamPart } from '@ai-sdk/provider'

/** Joined in bundles: a string that grows by `+=` keeps each piece, at many times its length. */
const BUNDLE = 256

/** What a model says, put together from its stream: its texts and its calls, in their order. */
export function modelContent() {
  const content: LanguageModelV3Content[] = []
  const bundles: string[] = []
  let pieces: string[] = []

  function bundle() {
    bundles.push(pieces.join(''))
    pieces = []
  }

  function endText() {
    bundle()
    const text = bundles.splice(0).join('')
    if (text !== '') content.push({ type: 'text', text })
  }

  return {
    add(part: LanguageModelV3StreamPart) {
      switch (part.type) {
        case 'text-delta':
          if (pieces.push(part.delta) === BUNDLE) bundle()
          break
        case 'text-start':
          endText()
          break
        case 'tool-call':
          endText()
          content.push(part)
      }
    },

    all() {
      endText()
      return content
    },
  }
}
