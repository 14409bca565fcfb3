import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../src/core/log.ts'
import type { Columns } from '../../../src/core/rows/columns.ts'
import { csv } from '../../../src/routes/csv.ts'
import type { Catalogue } from '../../../src/sources/catalogue.ts'
import { catalogueFile } from '../../../src/sources/user-catalogue/catalogue-file.node.ts'
import { followedFolder } from '../../helper/followed-folder.ts'

const { folder, polling, replace } = followedFolder()

const NOW = new Date('2026-11-20T18:00:00.000Z')

async function read(name: string, content: string | Uint8Array, columns?: Columns) {
  const path = join(folder, name)
  await writeFile(path, content)
  return productsOf(await catalogueOf(path, columns))
}

const lines: string[] = []

function catalogueOf(path: string, columns?: Columns, now = () => NOW) {
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now: () => NOW })
  const timezone = 'America/New_York'
  return catalogueFile({
    path,
    columns,
    timezone,
    log,
    now,
    ...polling,
  })
}

/** By their ids: the order of the file is lost. */
async function productsOf(catalogue: Catalogue) {
  const { leaderboard } = await catalogue.current()
  return leaderboard.top(1_000).sort((left, right) => (left.id < right.id ? -1 : 1))
}

/** The problems of a file, line by line, without its folder. */
async function problemsOf(name: string, content: string | Uint8Array) {
  const error = await read(name, content).then(
    () => new Error('read without a problem'),
    (error: Error) => error,
  )
  expect(error.constructor).toBe(Error)
  return error.message.replaceAll(`${folder}/`, '').split('\n')
}

const KITE = { id: 'k1', name: 'Kite', votesCount: 7, launchedAt: '2026-01-31T08:01:00.000Z' }
const KITE_READ = {
  ...KITE,
  tagline: null,
  url: null,
  imageUrl: null,
  commentsCount: null,
  topics: [],
}

const WHOLE = {
  ...KITE,
  tagline: 'Flies, and "lands"',
  url: 'https://kite.example/?a=1',
  imageUrl: 'https://kite.example/1.png',
  commentsCount: 0,
  topics: ['Games', 'Toys & Fun'],
}

describe('catalogueFile()', () => {
  it('a JSON array is read', async () => {
    expect(await read('launches.json', JSON.stringify([KITE, { ...WHOLE, id: 2 }]))).toEqual([
      { ...WHOLE, id: '2' },
      KITE_READ,
    ])
  })

  it.each(['launches.ndjson', 'launches.jsonl', 'LAUNCHES.JSONL'])('%s is read', async (name) => {
    const content = `${JSON.stringify(KITE)}\r\n\n${JSON.stringify({ ...WHOLE, id: 'k2' })}`
    expect(await read(name, content)).toEqual([KITE_READ, { ...WHOLE, id: 'k2' }])
  })

  it('CSV with quotes, list separators, blank cells and more columns is read', async () => {
    const content = [
      'note,id,name,votesCount,launchedAt,tagline,url,imageUrl,commentsCount,topics',
      'x,k1,Kite,7,2026-01-31T08:01:00.000Z,,,,,',
      ',k2,Kite,7,2026-01-31T08:01Z,"Flies, and ""lands""",https://kite.example/?a=1,https://kite.example/1.png,0,Games; Toys & Fun',
      ',007, Kite ,7.0,2026-01-31T09:01:00+01:00,"Two',
      'lines",,,,Games|Toys;',
    ]
    expect(await read('launches.csv', content.join('\n'))).toEqual([
      { ...KITE_READ, id: '007', tagline: 'Two\nlines', topics: ['Games', 'Toys'] },
      KITE_READ,
      { ...WHOLE, id: 'k2' },
    ])
  })

  it('our own CSV is read back', async () => {
    const name = '=1+1; \'=2 \t@b, and "c"'
    const products = [
      { ...WHOLE, name, topics: ['=a', 'B & C'] },
      { ...KITE_READ, id: '007' },
    ]
    const content = csv(products)
    expect(await read('launches.csv', content)).toEqual([products[1], products[0]])
  })

  it.each([
    ['launches.json', '[]'],
    ['launches.csv', 'id,name,votesCount,launchedAt\n'],
  ])('%s has no launches', async (name, content) => {
    expect(await read(name, content)).toEqual([])
  })
})

describe('catalogueFile() of other columns', () => {
  it('an address is read as URLs write it', async () => {
    const content = JSON.stringify([{ ...KITE, url: 'HTTPS://Kite.example/a b' }])
    const url = 'https://kite.example/a%20b'
    expect(await read('launches.json', content)).toEqual([{ ...KITE_READ, url }])
  })

  it('a picture may be the first of several files, or a record', async () => {
    const [png, ...others] = ['a', 'b'].map((name) => `https://kite.example/${name}.png`)
    const files = [`a.png (${png}),b.png (${others})`, { url: png, type: 'image' }]
    for (const image of files) {
      const content = JSON.stringify([{ ...KITE, image }])
      expect(await read('launches.json', content)).toEqual([{ ...KITE_READ, imageUrl: png }])
    }
  })

  it('one column may serve two fields', async () => {
    const url = 'https://kite.example/'
    const csv = `Title,Upvotes,Launched,Homepage\nKite,7,2026-01-31T08:01:00Z,${url}`
    const columns = new Map(Object.entries({ id: 'Homepage', url: 'Homepage' }))
    expect(await read('launches.csv', csv, columns)).toEqual([{ ...KITE_READ, id: url, url }])
  })

  it('without ids they are made of name and day, whatever else changes', async () => {
    const idOf = async (votes: number) => {
      const csv = `Product;Votes;Launched;\nKité & Co;${votes};2026-01-31;`
      return (await read('launches.csv', csv))[0]?.id
    }
    expect(await idOf(7)).toBe('kite-co-2026-01-31-aa3ac2f22127748b')
    expect(await idOf(1_012)).toBe(await idOf(7))
  })

  it('what was assumed is logged once', async () => {
    const csv = [
      'Product,Votes,Launched,Tags,Tagline,Note',
      'Kite,"1,012",27/11/2026,"API, Tools",NULL,',
      'Boat,7,03/11/2026,Games,NA,x',
    ]
    lines.length = 0
    await read('assumed.csv', csv.join('\n'))
    const record = lines.map((line) => JSON.parse(line)).find(({ notes }) => notes.length > 1)
    expect(record.notes).toEqual([
      'tagline has cells such as NULL, which were read as blank: 2.',
      'votesCount was read with separated thousands.',
      'launchedAt was read day first.',
      'topics was split at commas.',
      'Columns that were not read: Note.',
      'The ids were made of name and day.',
    ])
  })

  it('renamed columns are read from CSV and JSON', async () => {
    const columns = new Map(Object.entries({ name: 'Title', votesCount: 'Upvotes' }))
    const csv = 'id,Title,Upvotes,launchedAt,name\nk1,Kite,7,2026-01-31T08:01:00Z,other'
    expect(await read('launches.csv', csv, columns)).toEqual([KITE_READ])
    const { name: Title, votesCount: Upvotes, ...rest } = KITE
    const json = JSON.stringify([{ ...rest, Title, Upvotes }])
    expect(await read('launches.json', json, columns)).toEqual([KITE_READ])
  })

  it('a missing column is named by its configured name', async () => {
    const path = join(folder, 'columns.csv')
    await writeFile(path, 'id,name,votesCount,launchedAt\n')
    const columns = new Map(Object.entries({ tagline: 'Slogan', votesCount: 'Upvotes' }))
    await expect(catalogueOf(path, columns)).rejects.toThrow(
      'row 1: must have the columns Slogan, Upvotes, which you name. Found: id, name, votesCount, launchedAt.',
    )
  })
})

describe('catalogueFile() of a file that changes', () => {
  const named = (name: string) => JSON.stringify([{ ...KITE, name }])

  async function changing(file: string) {
    const path = join(folder, file)
    await writeFile(path, named('First'))
    const catalogue = await catalogueOf(path)
    const name = async () => (await productsOf(catalogue))[0]?.name
    return { path, name, catalogue }
  }

  it('a file is read again when it is written or replaced', async () => {
    const { path, name } = await changing('changing.json')
    await writeFile(path, named('Second'))
    await vi.waitFor(async () => expect(await name()).toBe('Second'), 10_000)
    await replace(path, named('Third'))
    await vi.waitFor(async () => expect(await name()).toBe('Third'), 10_000)
  })

  it('a file is as of the last check, unless it is wrong now', async () => {
    const path = join(folder, 'checked.json')
    await writeFile(path, named('First'))
    let minutes = 0
    const now = () => new Date(NOW.getTime() + minutes * 60_000 + 30_000)
    const catalogue = await catalogueOf(path, undefined, now)
    const readAt = async () => (await catalogue.current()).readAt?.toISOString()
    minutes = 7
    await vi.waitFor(async () => expect(await readAt()).toBe('2026-11-20T18:07:00.000Z'), 10_000)
    lines.length = 0
    await writeFile(path, '[')
    await vi.waitFor(() => expect(lines).toHaveLength(1), 10_000)
    minutes = 9
    await writeFile(path, '{"a": 1}')
    await vi.waitFor(() => expect(lines).toHaveLength(2), 10_000)
    expect(await readAt()).toBe('2026-11-20T18:07:00.000Z')
  })

  it('while a file is wrong its earlier launches stay, and one record is logged', async () => {
    const { path, name, catalogue } = await changing('breaking.json')
    const before = await catalogue.current()
    lines.length = 0
    const errors = () => lines.filter((line) => line.includes('"catalogue-not-read"'))
    await writeFile(path, '[{"id": 1')
    await vi.waitFor(() => expect(errors()).toHaveLength(1), 10_000)
    expect(errors()[0]).toContain('breaking.json: is incomplete: the JSON ends too early')
    // Files are looked at every few milliseconds: this one was looked at again meanwhile.
    const other = await changing('other.json')
    for (const next of ['Second', 'Third']) {
      await writeFile(other.path, named(next))
      await vi.waitFor(async () => expect(await other.name()).toBe(next), 10_000)
    }
    expect(errors()).toHaveLength(1)
    expect(await catalogue.current()).toEqual(before)
    await rm(path)
    await vi.waitFor(() => expect(errors()).toHaveLength(2), 10_000)
    expect(await name()).toBe('First')
    await writeFile(path, named('Mended'))
    await vi.waitFor(async () => expect(await name()).toBe('Mended'), 10_000)
  }, 40_000)
})

describe('catalogueFile() of a file that is not right', () => {
  const INSTANT = 'must be a time, such as 2026-01-31T09:00:00Z, or a date, such as 2026-01-31'
  const INTEGER = 'must be an integer, such as 1012'

  it.each([
    ['id', undefined, 'is required'],
    ['id', null, 'is required'],
    ['id', true, 'must be a string or a number'],
    ['id', '', 'is required'],
    ['name', undefined, 'is required'],
    ['name', ' ', 'is required'],
    ['name', 5, 'must be a string'],
    ['votesCount', undefined, 'is required'],
    ['votesCount', 1.5, INTEGER],
    ['votesCount', '12.5', INTEGER],
    ['votesCount', 1e30, INTEGER],
    ['votesCount', -1, 'must be at least 0'],
    ['commentsCount', 'many', INTEGER],
    ['launchedAt', undefined, 'is required'],
    ['launchedAt', 'yesterday', INSTANT],
    ['launchedAt', '2026-02-30', INSTANT],
    ['launchedAt', 463460, INSTANT],
    ['name', 'NA', 'is required, but is “NA”'],
    ['tagline', 5, 'must be a string'],
    ['url', 'javascript:alert(1)', 'must be an http or https URL'],
    ['url', 'kite', 'must be an http or https URL'],
    ['imageUrl', 'data:image/png,', 'must be an http or https URL'],
    ['topics', 5, 'must be a list of texts, such as A;B or ["A","B"]'],
  ])('the %s %j is an issue: %s', async (field, value, message) => {
    const content = JSON.stringify([KITE, { ...KITE, id: 'k2', [field]: value }])
    expect(await problemsOf('launches.json', content)).toEqual([
      `launches.json, row 2, ${field}: ${message}`,
    ])
  })

  it('an issue of a CSV file has its line number', async () => {
    const content = [
      'id,name,votesCount,launchedAt,tagline',
      'k1,Kite,7,2026-01-31,"Two',
      'lines"',
      '',
      'k2,Kite,many,2026-01-31,',
      'k3,,7,2026-01-31,"Three',
      '',
      'lines"',
      'k4,Kite,-7,2026-01-31,',
    ]
    const problems = [
      'launches.csv, row 5, votesCount: must be an integer, such as 1012',
      'launches.csv, row 6, name: is required',
      'launches.csv, row 9, votesCount: must be at least 0',
    ]
    expect(await problemsOf('launches.csv', content.join('\n'))).toEqual(problems)
    expect(await problemsOf('launches.csv', content.join('\r\n'))).toEqual(problems)
  })

  it('an issue of an NDJSON file has its line number', async () => {
    const content = `${JSON.stringify(KITE)}\n\n{"id": "k2", "name": "Kite", "votesCount": 1}\n5`
    expect(await problemsOf('launches.ndjson', content)).toEqual([
      'launches.ndjson, row 3, launchedAt: is required',
      'launches.ndjson, row 4: must be an object',
    ])
  })

  it('a repeated id is an issue', async () => {
    const content = JSON.stringify([{ ...KITE, id: 1 }, KITE, { ...KITE, id: '1' }])
    expect(await problemsOf('launches.json', content)).toEqual([
      'launches.json, row 3, id: must be unique, but is the same in row 1',
    ])
  })

  it('ten issues are named and the others counted', async () => {
    const content = JSON.stringify(
      Array.from({ length: 13 }, (_, id) => ({ ...KITE, id, name: 0 })),
    )
    const problems = await problemsOf('launches.json', content)
    expect(problems).toHaveLength(11)
    expect(problems[9]).toBe('launches.json, row 10, name: must be a string')
    expect(problems[10]).toBe('and 3 more')
  })

  it.each([
    ['empty.csv', '', 'empty.csv: must not be empty'],
    [
      'words.csv',
      'some words',
      "words.csv, row 1: must have the columns name, votesCount, launchedAt. Found: some words. None is recognised: is there a header row? Name the columns: CATALOGUE_COLUMNS='name=…,votesCount=…,launchedAt=…'",
    ],
    [
      'some.csv',
      'Key;Title;Upvotes\n1;Kite;7',
      "some.csv, row 1: must have the columns launchedAt. Found: Key, Title, Upvotes. Recognised: Title as name, Upvotes as votesCount. Name the columns: CATALOGUE_COLUMNS='name=Title,votesCount=Upvotes,launchedAt=…'",
    ],
    [
      'two.csv',
      'Title,Votes,Date,Created\nKite,7,2026-01-31,2026-01-30',
      "two.csv, row 1: has the columns Date, Created for launchedAt: name one. Recognised: Title as name, Votes as votesCount, Date as launchedAt, Created as launchedAt. Name the columns: CATALOGUE_COLUMNS='name=Title,votesCount=Votes,launchedAt=Date'",
    ],
    [
      'same.csv',
      'name,votes,date\nKite,7,2026-01-31\nKITE,9,2026-01-31',
      "same.csv, row 3, id: must be unique, but is the same in row 2 (made of name and day: name a column of ids, such as CATALOGUE_COLUMNS='id=URL')",
    ],
    [
      'empty.json',
      '[{}]',
      "empty.json: must have the columns name, votesCount, launchedAt. Found: no columns. None is recognised: is there a header row? Name the columns: CATALOGUE_COLUMNS='name=…,votesCount=…,launchedAt=…'",
    ],
  ])('the issue of %s is named, with its row if it has one', async (name, content, message) => {
    expect(await problemsOf(name, content)).toEqual([message])
  })

  it('an unreadable file is an issue', async () => {
    const absent = join(folder, 'absent.json')
    await expect(catalogueOf(absent)).rejects.toThrow(`${absent}: cannot be read (ENOENT`)
    const directory = join(folder, 'directory.json')
    await mkdir(directory)
    await expect(catalogueOf(directory)).rejects.toThrow(`${directory}: cannot be read (`)
  })
})
