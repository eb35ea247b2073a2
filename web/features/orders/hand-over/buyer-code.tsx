/** The code that the buyer tells the seller, large enough to be read at arm's length. */
type Props = {
  code: string
  books?: number
  to?: string
  /** Which book, where others change hands at the same meeting by codes of their own. */
  title?: string | undefined
}

export const BuyerCode = ({ code, books = 1, to = 'the seller', title }: Props) => (
  <div className="rounded-box bg-primary-soft p-3 text-center">
    <p className="font-medium text-sm">Your code</p>
    <p className="font-bold text-3xl text-primary tabular-nums tracking-[0.3em]">{code}</p>
    <p className="text-sm">
      Tell it to {to} only when{' '}
      {books > 1 ? 'the books are' : title ? `“${title}” is` : 'the book is'} in your hands.
    </p>
  </div>
)
