import type { PredictedPrice } from '#web/features/listing/price/predicted-price.ts'
import { namedTitle } from '#web/features/listing/price/price-request.ts'
import { TitleSales } from '#web/features/pricing/title-sales.tsx'
import type { BookDraft } from './book-draft.ts'

type Props = {
  /** The draft whose title is named here, or will be in the next step. */
  draft: BookDraft
  predicted: PredictedPrice
  isPending: boolean
}

const Note = ({ children }: { children: string }) => (
  <p className="flex min-h-11 items-center text-muted text-sm">{children}</p>
)

/** What is known of the draft's title. While that is read, nothing is said of an earlier one. */
export function TitleComparison({ draft, predicted, isPending }: Props) {
  const named = namedTitle(draft)
  if (named === undefined)
    return <Note>Title and author, or the ISBN, can sharpen this price.</Note>
  if (predicted.namedTitle === named)
    return <TitleSales {...predicted} isIsbnMissing={draft.isbn.trim() === ''} />
  return isPending ? <Note>Looking for other copies of this title…</Note> : null
}

/** The same in a step before the title's. */
export function NextStepTitle({ draft, predicted }: Omit<Props, 'isPending'>) {
  const named = namedTitle(draft)
  if (named !== undefined && predicted.namedTitle === named)
    return <TitleSales {...predicted} isIsbnMissing={draft.isbn.trim() === ''} />
  return (
    <Note>
      {named === undefined
        ? 'Naming the title in the next step can sharpen this price.'
        : 'The next step takes the title into account.'}
    </Note>
  )
}
