import { describe, expect, it } from 'vitest'
import { judge, readWordings } from './wordings.ts'

const FILES = ['windows', 'counts', 'zones', 'dialogues', 'several', 'confetti', 'forms', 'votes']

describe('wordings of twenty different speakers', () => {
  it.each(FILES)('are understood: %s', (file) => {
    const wordings = readWordings(`${file}.txt`)
    expect(wordings.length).toBeGreaterThan(20)
    const wrong = wordings.flatMap((wording) => {
      const { found, isRight } = judge(wording)
      return isRight ? [] : [`${wording.asked.join(' >> ')} => ${found.join(' + ')}`]
    })
    expect(wrong).toEqual([])
  })
})
