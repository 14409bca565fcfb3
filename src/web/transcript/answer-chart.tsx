import { useEffect, useRef } from 'preact/hooks'
import type { ChartData } from '../product/draw-chart.tsx'

/** Whether this is the widget, which loads the charts from where it was loaded itself. */
declare const IS_WIDGET: boolean

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null

async function loadCharts(): Promise<typeof import('../product/draw-chart.tsx')> {
  if (!IS_WIDGET) return import('../product/draw-chart.tsx')
  return import(/* @vite-ignore */ new URL('charts.js', script?.src).href)
}

/** What an answer draws. Most have nothing to draw: the charts are loaded with the first that has. */
export function AnswerChart(props: ChartData) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = place
    let erase: (() => void) | undefined
    let isGone = false
    async function draw() {
      const charts = await loadCharts()
      if (current && !isGone) erase = charts.drawChart(current, props)
    }
    // Without them the answer still says in words what was found.
    draw().catch(() => {})
    return () => {
      isGone = true
      erase?.()
    }
  }, [props.history, props.compared])
  return <div ref={place} class="space-y-3" />
}
