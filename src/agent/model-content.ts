import type { LanguageModelV3Content, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { AppError } from '../error.ts'

/** Joined in bundles: a string that grows by `+=` keeps each piece, at many times its length. */
const BUNDLE = 256

/** A model that says more goes on without end; until then all of it is kept. */
const MOST_CHARACTERS = 1_000_000

/**
 * What a model says, put together from its stream: its texts and its calls, in their order.
 *
 * @throws AppError `upstream-failed` when it comes to no end.
 */
export function modelContent() {
  const content: LanguageModelV3Content[] = []
  const bundles: string[] = []
  let pieces: string[] = []
  let characters = 0

  function count(piece: string) {
    characters += piece.length
    if (characters > MOST_CHARACTERS) throw noEnd()
  }

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
        case 'tool-input-delta':
          count(part.delta)
          break
        case 'text-delta':
          count(part.delta)
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

function noEnd() {
  return new AppError('upstream-failed', 'The language model did not come to an end.')
}
