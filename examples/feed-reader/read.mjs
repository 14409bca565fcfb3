import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import Parser from 'rss-parser'

const { LAUNCHBOARD_URL: url = 'http://127.0.0.1:8787', LAUNCHBOARD_TOKEN: token } = process.env
const { MIN_VOTES: minVotes = '100' } = process.env
const SEEN = 'seen.json'

const headers = token ? { authorization: `Bearer ${token}` } : {}
const query = new URLSearchParams({ timeframe: 'today', minVotes, limit: '100' })
const { items } = await new Parser({ headers }).parseURL(`${url}/feed.atom?${query}`)

// By id: a launch that passes 100 votes keeps the date of its launch, and may be older than others.
const seen = existsSync(SEEN) ? JSON.parse(readFileSync(SEEN, 'utf8')) : []
const fresh = items.filter(({ id }) => !seen.includes(id))
for (const { title, link } of fresh) console.log(`${title} ${link}`)
if (fresh.length === 0) console.log('There is nothing new.')
writeFileSync(SEEN, JSON.stringify([...seen, ...fresh.map(({ id }) => id)].slice(-1000)))
