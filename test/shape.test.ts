import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

// Each may import from its left, never from its right; types count.
const ORDER = `
  core ranking sources tools
  language agent protocols
  access http routes chat client
  config services app runtime node worker cli web
`
  .trim()
  .split(/\s+/)

/** What is directly inside the large folders, in the same way. */
const INSIDE = {
  sources: `
    loose-field source request-json call-policy cache product-hunt algolia
    unknown-topic-note catalogue-clock catalogue sample-catalogue user-catalogue
    search-words product-index embedded-search
  `,
  agent: `
    usage run-id message frontend-tool client-tools client-messages model-messages instructions
    run-event run-ending model-failure model-calls run-record step model-client
    read-chunks text-first openai-model
    offered-tools run-trace run-tools run-agent collect-run
  `,
  http: `
    env cors failure reply request-id response-cache request-pipeline answer-cached
    read-json describe-responses operation route-group path-access not-found
    openapi-examples openapi
  `,
  chat: `
    storage time agent-kinds platform-error created-in-future check field page listing reply on-behalf-of callers
    describe-operation operation
    delivery
    user access group action agent message reaction conversation live run setting platform
  `,
  client: `
    clock pace issue client-error platform-types settings-shape schema response-error credentials
    options request send client-options event-stream pages members
    users groups actions agents agent-profiles messages reactions conversations event settings
    chat-stream live-events user-client client
  `,
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }))

const rank = (file: string) => ORDER.indexOf(file.split(/[/.]/)[0] ?? '')

/** Nothing for a file outside of src/chat, and below 0 for one that has no place in it. */
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
  it('every file of src is in a known folder', () => {
    expect(files.map(({ file }) => file).filter((file) => rank(file) < 0)).toEqual([])
  })

  it('imports between the folders go one way', () => {
    expect(edges.length).toBeGreaterThan(files.length)
    expect(edges.filter(({ from, to }) => rank(to) > rank(from))).toEqual([])
  })

  it.each(Object.entries(INSIDE))('imports inside %s go one way', (folder, order) => {
    const names = order.trim().split(/\s+/)
    const place = (file: string) => names.indexOf(file.split(/[/.]/)[1] ?? '')
    const isInside = (file: string) => file.startsWith(`${folder}/`)
    const unplaced = files.filter(({ file }) => isInside(file) && place(file) < 0)
    expect(unplaced.map(({ file }) => file)).toEqual([])
    const inside = edges.filter(({ from, to }) => isInside(from) && isInside(to))
    expect(inside.length).toBeGreaterThan(10)
    expect(inside.filter(({ from, to }) => place(to) > place(from))).toEqual([])
  })

  it.each([
    ['core', []],
    ['ranking', ['core']],
    ['access', ['core']],
    ['client', ['core', 'chat']],
    ['http', ['core', 'access']],
    // It calls agents over HTTP, never by import.
    ['chat', ['core', 'access', 'http']],
  ])('%s imports nothing from folders it must not know', (folder, known) => {
    const top = (file: string) => file.split(/[/.]/)[0] ?? ''
    const out = edges.filter(({ from, to }) => top(from) === folder && top(to) !== folder)
    expect(out.filter(({ to }) => !known.includes(top(to)))).toEqual([])
  })

  it('keeps the steps of the language in order', () => {
    const steps = ['normalise', 'slots', 'intent', 'dialogue', 'answer', 'training']
    const step = (file: string) => steps.indexOf(file.split('/')[1] ?? '')
    const inside = edges.filter(({ from, to }) => step(from) >= 0 && to.startsWith('language/'))
    expect(inside.length).toBeGreaterThan(50)
    const isBack = ({ from, to }: (typeof edges)[number]) => step(to) > step(from)
    expect(inside.filter(isBack)).toEqual([])
  })

  it('the page imports only types, the client and shared readers', () => {
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
    // The page parses JSON and reads files of members as the service and the command do.
    const shared = /^core\/json\.ts$|^client\//
    const isAllowed = ({ to, isType }: (typeof out)[number]) => isType || shared.test(to)
    expect(out.filter((edge) => !isAllowed(edge))).toEqual([])
  })

  it('only node.ts and *.node.ts files use Node', () => {
    const touchesNode = /from '(node:|@hono\/node-server)|\bprocess\.\w|\bBuffer\b/
    const touching = files.filter(({ text }) => touchesNode.test(text)).map(({ file }) => file)
    expect(touching.filter((file) => !isNodeFile(file))).toEqual([])
  })

  it('only Node files import *.node.ts files', () => {
    expect(edges.filter(({ from, to }) => isNodeFile(to) && !isNodeFile(from))).toEqual([])
  })

  it('only worker.ts and *.worker.ts files use Workers', () => {
    const touching = files.filter(({ text }) => /from 'cloudflare:/.test(text))
    expect(touching.length).toBeGreaterThan(0)
    expect(touching.filter(({ file }) => !isWorkerFile(file))).toEqual([])
    expect(edges.filter(({ from, to }) => isWorkerFile(to) && !isWorkerFile(from))).toEqual([])
  })

  it('only the entries read the environment', () => {
    const reading = files.filter(({ text }) => /process\.env/.test(text)).map(({ file }) => file)
    expect(reading.toSorted()).toEqual(['cli.node.ts', 'node.ts'])
  })
})
