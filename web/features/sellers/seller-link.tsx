import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { unknownSeller } from '#contract/common/display-names.ts'
import { paths } from '#web/paths.ts'

type Props = {
  seller: { _id: string; name: string; hasPage?: boolean | undefined }
  className?: string
  /** By default, the seller's name. */
  children?: ReactNode
}

/** A link to a seller's page, or only the text if the reader can't open the page. */
export function SellerLink({ seller, className = 'underline', children }: Props) {
  const { _id, name, hasPage } = seller
  const content = children ?? (name || unknownSeller)
  if (!hasPage) return content
  return (
    <Link to={paths.sellerPage(_id)} className={`hover:text-primary ${className}`}>
      {content}
    </Link>
  )
}
