import { Recycle } from 'lucide-react'
import { Link } from 'react-router'
import type { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import { exchangePath } from '#web/paths.ts'

/**
 * Leads a seller to a ring that waits for their answer. Beside a heading that is as high
 * as two of its lines, so that nothing moves when it comes.
 */
export function WaitingRingLink({ ring }: { ring: WaitingRing | undefined }) {
  if (!ring || ring.isAccepted) return null
  return (
    <Link
      to={exchangePath('seller', ring._id)}
      className="flex min-w-0 items-center gap-1.5 text-primary text-sm leading-tight underline"
    >
      <Recycle size={18} className="shrink-0 max-sm:hidden" aria-hidden />
      <span>
        A ring waits<span className="max-sm:sr-only"> for you</span>
      </span>
    </Link>
  )
}
