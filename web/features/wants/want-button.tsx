import { HandHeart } from 'lucide-react'
import { Link } from 'react-router'
import type { KnownTitle } from '#contract/wishlist/titles.ts'
import { addWantPath } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Leads to adding a title to what one wants; whoever isn't signed in logs in on the way. */
export function WantButton({ title }: { title: KnownTitle }) {
  const side = useSession()?.role === 'seller' ? 'seller' : 'buyer'
  return (
    <Link
      to={addWantPath(side, title)}
      className={buttonClass({ variant: 'ghost', size: 'sm' }, '-ml-3')}
    >
      <HandHeart size={18} aria-hidden />I want this in exchange
    </Link>
  )
}
