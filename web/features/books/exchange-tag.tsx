import { ArrowLeftRight } from 'lucide-react'
import { openToExchangeLabels } from '#contract/books/filter-labels.ts'
import { Badge } from '#web/ui/badge.tsx'

type Props = { book: { openToExchange?: boolean | undefined } }

/** Says that the seller also accepts books in exchange for this one. */
export const ExchangeTag = ({ book }: Props) =>
  book.openToExchange ? (
    <Badge tone="success" wraps icon={<ArrowLeftRight size={14} className="shrink-0" />}>
      {openToExchangeLabels.true}
    </Badge>
  ) : null
