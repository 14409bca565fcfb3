import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

// Each may import from its left, never from its right; types count.
const ORDER = `
  core wires state storage runs ranking sources history tools
  language agent
  access watches http routes platform client
  config services app runtime node worker openapi cli web
`
  .trim()
  .split(/\s+/)

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }))

const rank = (file: string) => ORDER.indexOf(file.split(/[/.]/)[0] ?? '')

/** The imports of a file, apart from the types that the build makes. */
const imports = (text: string) =>
  [...text.matchAll(/(?:from|import)\s+'([^']+)'/g)].map(([, to]) => to!)

const edges = files.flatMap(({ file, text }) =>
  imports(text)
    .filter((to) => /^\..*(?<!\.d)\.tsx?$/.test(to))
    .map((to) => ({ from: file, to: join(dirname(file), to) })),
)

const isWorkerFile = (file: string) => file === 'worker.ts' || file.endsWith('.worker.ts')
const isNodeFile = (file: string) => file === 'node.ts' || file.endsWith('.node.ts')

/** Names that two files define, each with its reason: a reader who searches a name should find one thing. */
const TWICE: Readonly<Record<string, string>> = {
  MemberRecord: 'the client publishes it, as the API takes it; core/ has it as it is checked',
  Message: 'the client publishes that of the chat platform; core/ has that of a run',
  Product: 'the client publishes it, as the API answers it; ranking/ has its schema',
}

describe('the shape of src', () => {
  it('every file of src is in a known folder', () => {
    expect(files.map(({ file }) => file).filter((file) => rank(file) < 0)).toEqual([])
  })

  it('imports between the folders go one way', () => {
    expect(edges.length).toBeGreaterThan(files.length)
    expect(edges.filter(({ from, to }) => rank(to) > rank(from))).toEqual([])
  })

  it('of two folders side by side, one imports the other at most', () => {
    const folders = [...new Set(edges.map(({ from }) => dirname(from)))]
    const below = new Map(
      folders.map((folder) => [
        folder,
        new Set(
          edges
            .filter(({ from, to }) => dirname(from) === folder && dirname(to) !== folder)
            .map(({ to }) => dirname(to)),
        ),
      ]),
    )
    const mutual = folders.flatMap((folder) =>
      [...(below.get(folder) ?? [])]
        .filter((other) => folder < other && below.get(other)?.has(folder))
        .filter((other) => folder !== '.' && !other.startsWith(`${folder}/`))
        .map((other) => `${folder} and ${other}`),
    )
    expect(mutual).toEqual([])
  })

  it.each([
    ['core', []],
    // Pure: a wire is read and written on both sides.
    ['wires', ['core']],
    ['agent', ['core', 'tools', 'sources']],
    ['ranking', ['core']],
    ['state', ['core']],
    ['access', ['core', 'state']],
    ['storage', ['core']],
    ['runs', ['core', 'state', 'storage']],
    ['client', ['core', 'platform']],
    ['http', ['core', 'access']],
    // It calls agents over HTTP, never by import.
    ['platform', ['core', 'wires', 'state', 'storage', 'runs', 'access', 'http']],
  ])('%s imports nothing from folders it must not know', (folder, known) => {
    const top = (file: string) => file.split(/[/.]/)[0] ?? ''
    const out = edges.filter(({ from, to }) => top(from) === folder && top(to) !== folder)
    expect(out.filter(({ to }) => !known.includes(top(to)))).toEqual([])
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
    // The page reads JSON and files of members, and writes CSV, as the service and the command do. What
    // stands above a ranking is the same in the first HTML, and its topics are those of the tools.
    const shared =
      /^core\/((json|follow-ups|monogram|product-facts|replay-steps)\.ts$|rows\/|members\/)|^client\/|^ranking\/(headline|groups|topic)\.ts$/
    const isAllowed = ({ to, isType }: (typeof out)[number]) => isType || shared.test(to)
    expect(out.filter((edge) => !isAllowed(edge))).toEqual([])
  })

  it('an exported name is defined once', () => {
    const definition = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm
    const names = files.flatMap(({ text }) => [
      ...new Set([...text.matchAll(definition)].map(([, name]) => name!)),
    ])
    expect(names.length).toBeGreaterThan(files.length)
    const twice = names.filter((name, index) => names.indexOf(name) !== index)
    expect([...new Set(twice)].toSorted()).toEqual(Object.keys(TWICE).toSorted())
  })

  it('offsets of time zones come from ranking/ alone', () => {
    // Intl with a zone, and Luxon with the name of one or in the formats of Intl, have the data of the runtime.
    const service = files.filter(({ file }) => !/^(web|ranking)\//.test(file))
    const byIntl =
      /\btimeZone(?!: 'UTC')\s*[:,}]|\bIANAZone\b|\bsetZone\(|\bDateTime\.(?:DATE|TIME)/
    const byName = /\bzone(?!: 'utc')\s*[:,}]/
    const makesDates = /import \{[^}]*(?<!type )\bDateTime\b[^}]*\} from 'luxon'/
    const bypasses = service.filter(
      ({ text }) => byIntl.test(text) || (makesDates.test(text) && byName.test(text)),
    )
    expect(bypasses.map(({ file }) => file)).toEqual([])
    const inRanking = files.filter(
      ({ file, text }) => file.startsWith('ranking/') && byIntl.test(text),
    )
    expect(inRanking.map(({ file }) => file)).toEqual(['ranking/time-zones.ts'])
  })

  it('only node.ts and *.node.ts files use Node', () => {
    const touchesNode = /from '(node:|@hono\/node-server|ioredis)|\bprocess\.\w|\bBuffer\b/
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
