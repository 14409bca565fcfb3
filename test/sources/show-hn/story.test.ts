import { describe, expect, it } from 'vitest'
import { nameAndTagline, readStory } from '../../../src/sources/show-hn/story.ts'

const HIT = {
  objectID: '4711',
  title: 'Show HN: Plumb – Tax forms that fill themselves',
  url: 'https://plumb.example/?utm_source=hn',
  author: 'mona',
  points: 128,
  num_comments: 41,
  created_at_i: 1_763_654_400,
}

describe('readStory()', () => {
  it('a story is a launch whose points are its votes', () => {
    expect(readStory(HIT)).toEqual({
      id: '4711',
      name: 'Plumb',
      tagline: 'Tax forms that fill themselves',
      url: 'https://plumb.example/',
      imageUrl: null,
      votesCount: 128,
      commentsCount: 41,
      launchedAt: '2025-11-20T16:00:00.000Z',
      topics: [],
    })
  })

  it.each([
    ['its number is an id', { objectID: 4711 }],
    ['it has no comments yet', { num_comments: null }],
    ['it has fields of other kinds', { _tags: ['story'], _highlightResult: {} }],
  ])('a story is read where %s', (_, given) => {
    expect(readStory({ ...HIT, ...given })).toMatchObject({ id: '4711', name: 'Plumb' })
  })

  it.each([null, '', 'javascript:alert(1)', 'https://user:word@plumb.example', 7])(
    'a story with the address %j leads to its discussion',
    (url) => {
      const discussion = 'https://news.ycombinator.com/item?id=4711'
      expect(readStory({ ...HIT, url })).toMatchObject({ url: discussion })
    },
  )

  it.each([
    ['an id', { objectID: '../4711' }],
    ['an id', { objectID: undefined }],
    ['a title', { title: 7 }],
    ['a title', { title: 'Show HN:' }],
    ['a title', { title: 'Show HN: \u200b' }],
    ['a title', { title: 'x'.repeat(301) }],
    ['points', { points: null }],
    ['points', { points: -3 }],
    ['points', { points: 1.5 }],
    ['an instant', { created_at_i: 'yesterday' }],
    ['an instant', { created_at_i: Number.MAX_VALUE }],
  ])('a story without %s that can be used is none', (_, given) => {
    expect(readStory({ ...HIT, ...given })).toBeNull()
  })

  it.each([null, 7, 'story', []])('%j is no story', (hit) => {
    expect(readStory(hit)).toBeNull()
  })
})

describe('nameAndTagline()', () => {
  it.each([
    ['Show HN: Plumb – Tax forms', 'Plumb', 'Tax forms'],
    ['Show HN: Plumb - Tax forms - free', 'Plumb', 'Tax forms - free'],
    ['Show HN: Plumb: Tax forms', 'Plumb', 'Tax forms'],
    ['Show HN: Plumb — Tax forms', 'Plumb', 'Tax forms'],
    ['Show HN: Plumb -Tax forms', 'Plumb', 'Tax forms'],
    ['Show HN: Open-source maps at 10:30', 'Open-source maps at 10:30', null],
    ['Show HN: I made a clock', 'I made a clock', null],
    ['SHOW HN – Plumb', 'Plumb', null],
    ['Show HN Plumb', 'Plumb', null],
    ['Plumb, a tax form', 'Plumb, a tax form', null],
    ['Show HN: Plumb –', 'Plumb', null],
    ['Show HN: Show HNews', 'Show HNews', null],
    ['Show HN; Plumb', 'Plumb', null],
    ['Show HN. Dotted', 'Dotted', null],
    ['Show HN: .NET without Windows', '.NET without Windows', null],
    ['Show HN：Plumb：Tax forms', 'Plumb', 'Tax forms'],
    ['Show HN: Show HN: Plumb – Tax forms', 'Plumb', 'Tax forms'],
    ['\u200bShow\u00a0HN\u2060: \ufeffPlumb\u200b', 'Plumb', null],
    ['[Show HN] Plumb', 'Plumb', null],
    ['ShowHN | .NET tools', '.NET tools', null],
    ['Show HN: 👨\u200d💻 club', '👨\u200d💻 club', null],
  ])('%j', (title, name, tagline) => {
    expect(nameAndTagline(title)).toEqual({ name, tagline })
  })
})
