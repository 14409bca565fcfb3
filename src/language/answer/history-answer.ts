import type { ProductHistory } from '../../tools/product-history.ts'
import { productLine, withUnit } from './product-list.ts'
import { instantInWords } from './window-in-words.ts'

/** As many counts as a reader takes in. */
const MAX_POINTS = 8

/** How the votes of a product grew, as Markdown: what stands out, then some of the counts. */
export function historyAnswer(history: ProductHistory): string {
  const { product, launchDay, launchWeek, bestRank, percentile, gaps } = history
  const facts = [
    launchDay && `It had ${withUnit(launchDay.votes, 'vote')} at the end of its launch day.`,
    launchWeek && `After a week it had ${withUnit(launchWeek.votes, 'vote')}.`,
    bestRank && `Its best rank of the day was ${bestRank.rank}, at ${instantInWords(bestRank.at)}.`,
    percentile !== null && `${percentile}% of earlier launches had fewer votes at its age.`,
    gaps.length > 0 && `Its votes were not recorded all the time: ${withUnit(gaps.length, 'gap')}.`,
  ]
  return [productLine(product), facts.filter(Boolean).join(' '), pointsOf(history)]
    .filter(Boolean)
    .join('\n\n')
}

/** Evenly many of the counts, the first and the last among them. */
function pointsOf({ points }: ProductHistory): string {
  const step = Math.max(1, (points.length - 1) / (MAX_POINTS - 1))
  return points
    .filter((_, at) => Math.round(Math.round(at / step) * step) === at)
    .map(({ at, votes }) => `- ${instantInWords(at)}: ${withUnit(votes, 'vote')}`)
    .join('\n')
}
