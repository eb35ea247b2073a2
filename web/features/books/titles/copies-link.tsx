import { Link } from 'react-router'
import { titleSlug } from '#contract/books/titles.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'

type Props = {
  title: { _id: string; title: string }
  copies: number
  lowestPrice: number
  /** Whether the link is on another copy, which `copies` doesn't include. */
  isOther?: boolean
  className?: string
}

/** A link to the page of a title: '4 other copies from ₹100'. */
export const CopiesLink = ({
  title,
  copies,
  lowestPrice,
  isOther = false,
  className = '',
}: Props) => (
  <Link
    to={paths.title(titleSlug(title))}
    className={`font-medium text-primary underline underline-offset-2 ${className}`}
  >
    {isOther
      ? formatCount(copies, 'other copy', 'other copies')
      : formatCount(copies, 'copy', 'copies')}{' '}
    from {formatRupees(lowestPrice)}
    <span className="sr-only"> of {title.title}</span>
  </Link>
)
