import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { unknownSeller } from '#contract/common/display-names.ts'
import { paths } from '#web/paths.ts'

type Props = {
  seller: { _id: string; name: string }
  className?: string
  /** By default, the seller's name. */
  children?: ReactNode
}

/** A link to a seller's page. Deleted accounts have no page; nobody else can have their name. */
export function SellerLink({ seller: { _id, name }, className = 'underline', children }: Props) {
  const content = children ?? (name || unknownSeller)
  if (name === '' || name === unknownSeller) return content
  return (
    <Link to={paths.sellerPage(_id)} className={`hover:text-primary ${className}`}>
      {content}
    </Link>
  )
}
