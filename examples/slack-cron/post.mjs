import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const { LAUNCHBOARD_URL: url = 'http://127.0.0.1:8787', LAUNCHBOARD_TOKEN: token } = process.env
const { SLACK_WEBHOOK_URL: webhook = '', ZONE: tz = 'America/New_York' } = process.env
const TOLD = 'told.txt'
const ESCAPED = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const query = new URLSearchParams({ each: 'day', limit: '1', tz })
const headers = token ? { authorization: `Bearer ${token}` } : {}
const response = await fetch(`${url}/feed.json?${query}`, { headers })
if (!response.ok) throw new Error(await response.text())
const [day] = (await response.json()).items

const told = existsSync(TOLD) ? readFileSync(TOLD, 'utf8') : ''
if (!day || day.id === told) {
  console.log('There is nothing new.')
} else {
  const posted = await fetch(webhook, { method: 'POST', body: JSON.stringify(message(day)) })
  if (!posted.ok) throw new Error(`Slack says ${posted.status}: ${await posted.text()}`)
  // Only now: what Slack did not take is posted again by the next run.
  writeFileSync(TOLD, day.id)
  console.log(`Posted: ${day.title}`)
}

/** Blocks of Slack, whose headers end at 150 characters and whose sections at 3,000. */
function message({ title, content_text, url }) {
  const podium = content_text.replace(/[&<>]/g, (sign) => ESCAPED[sign])
  const link = { type: 'mrkdwn', text: `<${url}|All launches of the day>` }
  return {
    text: title,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.slice(0, 150) } },
      { type: 'section', text: { type: 'mrkdwn', text: podium.slice(0, 3000) } },
      { type: 'context', elements: [link] },
    ],
  }
}
