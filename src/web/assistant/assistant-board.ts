// The board inside an assistant: a page of its own, which gets everything from its host.
import { asRecord } from '../../core/json.ts'
import { hueOf, lettersOf } from '../../core/monogram.ts'
import { triggerConfetti } from '../transcript/confetti.ts'
import { type BoardAnswer, readBoardAnswer } from './answer.ts'
import { connectHost } from './host.ts'

const PROTOCOL = '2026-01-26'
const DEFAULT_TOOL = 'getTopProducts'
/** Some hosts never send the result, which the page then asks for. */
const RESULT_WAIT_MS = 2_000

type Fields = Record<string, unknown>

const root = document.documentElement
const main = document.querySelector('main') ?? document.body
let tool = DEFAULT_TOOL
let input: unknown = {}
let isShown = false

const host = connectHost((method, params) => {
  if (method === 'ui/notifications/tool-input') input = params.arguments ?? {}
  if (method === 'ui/notifications/tool-result') show(params)
  if (method === 'ui/notifications/tool-cancelled') say('The call was cancelled.')
  if (method === 'ui/notifications/host-context-changed') adopt(params)
})

async function start() {
  const { hostContext, hostCapabilities } = await host.request('ui/initialize', {
    protocolVersion: PROTOCOL,
    appInfo: { name: 'launchboard', version: PROTOCOL },
    appCapabilities: {},
  })
  adopt(asRecord(hostContext))
  host.notify('ui/notifications/initialized')
  new ResizeObserver(tellSize).observe(root)
  const mayCall = asRecord(hostCapabilities).serverTools !== undefined
  setTimeout(() => void callTool(mayCall), RESULT_WAIT_MS)
}

async function callTool(mayCall: boolean) {
  if (isShown) return
  if (!mayCall) return say('The assistant has not sent the answer to this page.')
  try {
    show(await host.request('tools/call', { name: tool, arguments: input }))
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

/** The theme, the colours and the size of the host, as far as it says. */
function adopt({ theme, styles, toolInfo, containerDimensions }: Fields) {
  if (theme === 'light' || theme === 'dark') root.style.colorScheme = theme
  for (const [name, value] of Object.entries(asRecord(asRecord(styles).variables))) {
    if (name.startsWith('--')) root.style.setProperty(name, String(value))
  }
  const { height } = asRecord(containerDimensions)
  if (typeof height === 'number') root.style.height = `${height}px`
  const { name } = asRecord(asRecord(toolInfo).tool)
  if (typeof name === 'string') tool = name
}

function tellSize() {
  const { height, width } = root.getBoundingClientRect()
  const size = { height: Math.ceil(height), width: Math.ceil(width) }
  host.notify('ui/notifications/size-changed', size)
}

function show(result: Fields) {
  if (isShown) return
  try {
    draw(readBoardAnswer(result))
    isShown = true
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

/** Instead of an answer. */
function say(sentence: string) {
  const line = element('p', sentence)
  line.role = 'alert'
  main.replaceChildren(line)
}

function draw({ title, window, rows, points, notes, confetti }: BoardAnswer) {
  const list = element('ol')
  list.append(...rows.map(drawRow))
  const foot = element('footer')
  foot.append(...notes.map((note) => element('p', note)))
  const head = [element('h1', title), ...(window ? [element('p', window)] : [])]
  const parts = [...(rows.length > 0 ? [list] : []), ...(points.length > 1 ? [chart(points)] : [])]
  main.replaceChildren(...head, ...parts, foot)
  if (!confetti) return
  main.classList.add('party')
  triggerConfetti(confetti)
}

const SVG = 'http://www.w3.org/2000/svg'
const [WIDTH, HEIGHT] = [100, 30]

/** Votes over time as a line, from none to the most; its ends in words, in the reader's zone. */
function chart(points: BoardAnswer['points']) {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const most = Math.max(1, ...points.map(({ votes }) => votes))
  const line = document.createElementNS(SVG, 'polyline')
  const places = points.map(({ at, votes }) => [
    ((at - first) / Math.max(1, last - first)) * WIDTH,
    HEIGHT - (votes / most) * HEIGHT,
  ])
  line.setAttribute('points', places.join(' '))
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('viewBox', `0 -1 ${WIDTH} ${HEIGHT + 2}`)
  drawing.ariaHidden = 'true'
  drawing.append(line)
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
  const figure = element('figure')
  const caption = `${most.toLocaleString('en-US')} votes, ${format.formatRange(first, last)}`
  figure.append(drawing, element('figcaption', caption))
  return figure
}

function drawRow({ name, tagline, url, votes }: BoardAnswer['rows'][number]) {
  const row = element('li')
  const tile = element('i', lettersOf(name))
  tile.className = 'tile'
  tile.ariaHidden = 'true'
  tile.style.setProperty('--hue', String(hueOf(name)['--hue']))
  const title = element(url === '' ? 'b' : 'a', name)
  if (title instanceof HTMLAnchorElement) openByHost(title, url)
  const words = element('div')
  words.append(title, element('p', tagline))
  const count = element('span', votes)
  if (votes !== '') count.append(element('small', ' votes'))
  row.append(tile, words, count)
  return row
}

/** A page in a sandbox opens nothing itself. */
function openByHost(link: HTMLAnchorElement, url: string) {
  link.href = url
  link.rel = 'noopener'
  link.addEventListener('click', (event) => {
    event.preventDefault()
    host.request('ui/open-link', { url }).catch(() => {})
  })
}

/** What comes from elsewhere is text, never markup. */
function element(name: string, text = '') {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

void start()
