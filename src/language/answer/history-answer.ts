import type { ProductHistory } from '../../tools/product-history.ts'
import { productLine, withUnit } from './product-list.ts'

/** What stands out in how the votes of a product grew, as Markdown. Its counts are for a chart. */
export function historyAnswer(history: ProductHistory): string {
  const { product, launchDay, launchWeek, bestRank, percentile, gaps } = history
  const facts = [
    launchDay && `It had ${withUnit(launchDay.votes, 'vote')} at the end of its launch day.`,
    launchWeek && `After a week it had ${withUnit(launchWeek.votes, 'vote')}.`,
    bestRank && `Its best rank of the day was ${bestRank.rank}.`,
    percentile !== null && `It beat ${percentile}% of launches at the same age.`,
    gaps.length > 0 && `Its votes were not recorded all the time: ${withUnit(gaps.length, 'gap')}.`,
  ]
  return [productLine(product), facts.filter(Boolean).join(' ')].filter(Boolean).join('\n\n')
}
