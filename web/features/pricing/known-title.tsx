import type { TitleKnowledge } from '#contract/books/pricing.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'

/**
 * Returns a text such as ', for ₹210 and ₹240' or a range. If not all prices are known, says 'the
 * latest 5'.
 */
function soldForText({ sold, soldPrices }: TitleKnowledge): string {
  const prices = soldPrices.filter(Number.isFinite).toSorted((a, b) => a - b)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  if (lowest === undefined || highest === undefined) return ''
  const which = sold > prices.length ? `, the latest ${prices.length}` : ','
  const [from, to] = [formatRupees(lowest), formatRupees(highest)]
  const amount =
    lowest !== highest
      ? `${from} ${prices.length === 2 ? 'and' : 'to'} ${to}`
      : `${from}${prices.length === 1 ? '' : ' each'}`
  return `${which} for ${amount}`
}

const soldText = (known: TitleKnowledge): string | undefined =>
  known.sold > 0
    ? `${formatCount(known.sold, 'copy', 'copies')} of this title ${known.sold === 1 ? 'was' : 'were'} sold here${soldForText(known)}`
    : undefined

function offeredText({ sold, offered, lowestOffer = Number.NaN }: TitleKnowledge) {
  if (offered <= 0) return undefined
  const who =
    sold > 0
      ? `${formatCount(offered, 'other')} ${offered === 1 ? 'is' : 'are'} offered`
      : `${formatCount(offered, 'other copy', 'other copies')} of this title ${offered === 1 ? 'is' : 'are'} offered here`
  const from = offered === 1 ? 'for' : 'from'
  return Number.isFinite(lowestOffer) ? `${who} ${from} ${formatRupees(lowestOffer)}` : who
}

export const isKnown = ({ sold, offered }: TitleKnowledge): boolean => sold > 0 || offered > 0

/**
 * Shows what is known about a title's prices, or nothing. If `known` has the title's page, the
 * number of copies is a link to it. The link opens in a new tab, so that a form keeps its input.
 */
export function KnownTitle({ known }: { known: TitleKnowledge }) {
  if (!isKnown(known)) return null
  const [sold, offered] = [soldText(known), offeredText(known)]
  return (
    <p className="text-sm">
      {sold}
      {sold !== undefined && offered !== undefined && '; '}
      {offered !== undefined && known.title ? (
        <a
          href={paths.title(known.title)}
          target="_blank"
          rel="noreferrer"
          className="text-primary underline"
        >
          {offered}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        offered
      )}
      .
    </p>
  )
}
