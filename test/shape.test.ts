import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

// Each may import from its left, never from its right; types count.
const ORDER = `
  about error elapsed-ms is-record nesting json-limits printable on-abort until-aborted stall-watchdog issue-message log observed-log parse status upstream rows
  product source tool mcp language agent stream
  access route platform
  config services app runtime node worker cli web
`
  .trim()
  .split(/\s+/)

/** What is directly inside two of them, in the same way. */
const INSIDE = {
  source: `
    source request-json call-policy cache product-hunt algolia
    unknown-topic-note catalogue-clock catalogue sample-catalogue own-launches
    search-words product-index embedded-search
  `,
  platform: `
    client import
    storage time failure created-later check field page listing reply on-behalf-of callers
    describe-operation operation
    delivery
    user access group action agent message reaction conversation live chat setting platform
  `,
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }))

const rank = (file: string) => ORDER.indexOf(file.split(/[/.]/)[0] ?? '')

/** Nothing for a file outside of src/platform, and below 0 for one that has no place in it. */
const imports = (text: string) =>
  [...text.matchAll(/(?:from|import)\s+'([^']+)'/g)].map(([, to]) => to!)

const edges = files.flatMap(({ file, text }) =>
  imports(text)
    .filter((to) => /^\..*\.tsx?$/.test(to))
    .map((to) => ({ from: file, to: join(dirname(file), to) })),
)

const isWorkerFile = (file: string) => file === 'worker.ts' || file.endsWith('.worker.ts')
const isNodeFile = (file: string) => file === 'node.ts' || file.endsWith('.node.ts')

describe('the shape of src', () => {
  it('has a place for every file', () => {
    expect(files.map(({ file }) => file).filter((file) => rank(file) < 0)).toEqual([])
  })

  it('imports one way', () => {
    expect(edges.length).toBeGreaterThan(files.length)
    expect(edges.filter(({ from, to }) => rank(to) > rank(from))).toEqual([])
  })

  it.each(Object.entries(INSIDE))('imports one way inside %s too', (folder, order) => {
    const names = order.trim().split(/\s+/)
    const place = (file: string) => names.indexOf(file.split(/[/.]/)[1] ?? '')
    const isInside = (file: string) => file.startsWith(`${folder}/`)
    const unplaced = files.filter(({ file }) => isInside(file) && place(file) < 0)
    expect(unplaced.map(({ file }) => file)).toEqual([])
    const inside = edges.filter(({ from, to }) => isInside(from) && isInside(to))
    expect(inside.length).toBeGreaterThan(20)
    expect(inside.filter(({ from, to }) => place(to) > place(from))).toEqual([])
  })

  it('keeps the steps of the language in order', () => {
    const steps = ['normalise', 'slots', 'intent', 'dialogue', 'answer', 'training']
    const step = (file: string) => steps.indexOf(file.split('/')[1] ?? '')
    const inside = edges.filter(({ from, to }) => step(from) >= 0 && to.startsWith('language/'))
    expect(inside.length).toBeGreaterThan(50)
    const isBack = ({ from, to }: (typeof edges)[number]) => step(to) > step(from)
    expect(inside.filter(isBack)).toEqual([])
  })

  it('keeps the chat platform apart: it reaches an agent over HTTP alone', () => {
    const room = (file: string) => file.split(/[/.]/)[0] ?? ''
    const inside = [
      ...[
        'platform',
        'error',
        'is-record',
        'nesting',
        'json-limits',
        'printable',
        'on-abort',
        'until-aborted',
      ],
      ...['stall-watchdog', 'issue-message', 'log', 'parse', 'upstream', 'rows', 'access', 'route'],
    ]
    const around = [
      'platform',
      'config',
      'services',
      'app',
      'runtime',
      'node',
      'worker',
      'cli',
      'web',
    ]
    const out = edges.filter(({ from }) => room(from) === 'platform')
    const into = edges.filter(({ to }) => room(to) === 'platform')
    expect(out.length).toBeGreaterThan(0)
    expect(out.filter(({ to }) => !inside.includes(room(to)))).toEqual([])
    expect(into.filter(({ from }) => !around.includes(room(from)))).toEqual([])
  })

  it('keeps the page apart: it talks to the service over HTTP alone', () => {
    const out = files
      .filter(({ file }) => file.startsWith('web/'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/^import (type )?[^']*? from '(\.[^']*)'$/gm)].map(([, isType, to]) => ({
          from: file,
          to: join(dirname(file), to!),
          isType: isType !== undefined,
        })),
      )
      .filter(({ to }) => !to.startsWith('web/'))
    expect(out.length).toBeGreaterThan(0)
    // A file of members is read the same way here as on a command line.
    const shared = /^platform\/(client[./]|import\/checked-rows\.ts$)/
    const isAllowed = ({ to, isType }: (typeof out)[number]) => isType || shared.test(to)
    expect(out.filter((edge) => !isAllowed(edge))).toEqual([])
  })

  it('touches Node only in node.ts and in files named *.node.ts', () => {
    const touchesNode = /from '(node:|@hono\/node-server)|\bprocess\.|\bBuffer\b/
    const touching = files.filter(({ text }) => touchesNode.test(text)).map(({ file }) => file)
    expect(touching.filter((file) => !isNodeFile(file))).toEqual([])
  })

  it('reaches a *.node.ts file from Node alone', () => {
    expect(edges.filter(({ from, to }) => isNodeFile(to) && !isNodeFile(from))).toEqual([])
  })

  it('touches Workers only in worker.ts and in files named *.worker.ts', () => {
    const touching = files.filter(({ text }) => /from 'cloudflare:/.test(text))
    expect(touching.length).toBeGreaterThan(0)
    expect(touching.filter(({ file }) => !isWorkerFile(file))).toEqual([])
    expect(edges.filter(({ from, to }) => isWorkerFile(to) && !isWorkerFile(from))).toEqual([])
  })

  it('reads the environment in the entries alone', () => {
    const reading = files.filter(({ text }) => /process\.env/.test(text)).map(({ file }) => file)
    expect(reading.toSorted()).toEqual(['cli.node.ts', 'node.ts'])
  })
})
