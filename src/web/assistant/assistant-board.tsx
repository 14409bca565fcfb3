// The board inside an assistant: a page of its own, which gets everything from its host.
import { render } from 'preact'
import { asRecord } from '../../core/json.ts'
import { Chart } from '../product/draw-chart.tsx'
import { ProductRow } from '../product/product-row.tsx'
import { triggerConfetti } from '../transcript/confetti.ts'
import { cx } from '../ui/cx.ts'
import { type BoardAnswer, readBoardAnswer } from './answer.ts'
import { connectHost } from './host.ts'
import './assistant-board.css'

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
    const answer = readBoardAnswer(result)
    render(<Board {...answer} />, main)
    isShown = true
    if (answer.confetti) triggerConfetti(answer.confetti)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

/** Instead of an answer. */
function say(sentence: string) {
  render(<p role="alert">{sentence}</p>, main)
}

function Board({ title, window, rows, drawn, notes, confetti }: BoardAnswer) {
  return (
    <div class={cx('space-y-3', confetti && 'min-h-48')}>
      <div>
        <h1>{title}</h1>
        {window && <p class="text-sm text-muted">{window}</p>}
      </div>
      {rows.length > 0 && (
        <ol class="@container divide-y divide-line border-y border-line">
          {rows.map(({ product, gained }, at) => (
            // The same product may be there twice, and their order never changes.
            <li key={at} class="relative py-2">
              <ProductRow
                product={product}
                rank={rows.length > 1 ? at + 1 : undefined}
                live={gained === undefined ? undefined : { rank: at + 1, votes: gained }}
                isForeign
              />
            </li>
          ))}
        </ol>
      )}
      {drawn && <Chart {...drawn} />}
      <footer>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </footer>
    </div>
  )
}

/** A page in a sandbox opens nothing itself. */
main.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link) return
  event.preventDefault()
  host.request('ui/open-link', { url: link.getAttribute('href') }).catch(() => {})
})

void start()
