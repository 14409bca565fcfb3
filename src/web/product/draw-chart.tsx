import { render } from 'preact'
import type { HistoryResponse } from '../api/response-types.ts'
import { Comparison, type ComparisonProps } from './comparison.tsx'
import { VotesChart } from './votes-chart.tsx'

/** The votes of one product, or several side by side. */
export type ChartData =
  | { history: HistoryResponse; compared?: undefined }
  | (ComparisonProps & { history?: undefined })

export function Chart(drawn: ChartData) {
  return drawn.history ? <VotesChart history={drawn.history} /> : <Comparison {...drawn} />
}

/** Draws it into an element. What it returns takes it away. */
export function drawChart(element: Element, drawn: ChartData): () => void {
  render(<Chart {...drawn} />, element)
  return () => render(null, element)
}
