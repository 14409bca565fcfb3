import { describe, expect, it } from 'vitest'
import { ask, bodySentTo, failureIn, JSON_TYPE, told } from '../delivery.fixture.ts'

const answer = (kind: string, value: unknown) => ask(kind, JSON.stringify(value), JSON_TYPE)

describe('a rasa agent', () => {
  it('a Rasa agent is sent the last message of the user', async () => {
    expect(await bodySentTo('rasa')).toEqual({ sender: 'thread-1', message: 'And again' })
  })

  it('the answer of a Rasa agent is all of its replies', async () => {
    const value = [{ recipient_id: 'x', text: 'One' }, { image: 'https://x.example/1.png' }, {}]
    expect(told(await answer('rasa', value)).text).toBe('One\n\nhttps://x.example/1.png')
    expect(told(await answer('rasa', [])).text).toBe('')
    expect(failureIn(await answer('rasa', { text: 'One' })).code).toBe('malformed')
  })
})
