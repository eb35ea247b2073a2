import { Handshake, type LucideIcon, MapPin, X } from 'lucide-react'
import { Link } from 'react-router'
import { useProfile } from '#web/features/account/use-profile.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useDismissed } from '#web/ui/hooks/use-dismissed.ts'

/** What a seller hasn't said yet that buyers look for: one thing at a time, until it is dismissed. */
export function SellerReminder() {
  const { data: profile } = useProfile('seller')
  const place = useDismissed('dobara:place-reminder')
  const handOver = useDismissed('dobara:hand-over-reminder')
  if (!profile) return null
  if (!profile.place && !place.isDismissed)
    return (
      <Reminder
        label="Where your books are"
        icon={MapPin}
        why="Buyers look for books near them."
        link="Add your PIN code"
        onDismiss={place.dismiss}
      />
    )
  if (!profile.handOvers && !handOver.isDismissed)
    return (
      <Reminder
        label="How you hand books over"
        icon={Handshake}
        why="Buyers choose books that they can collect, or have sent."
        link="Add what you offer"
        onDismiss={handOver.dismiss}
      />
    )
  return null
}

type Props = {
  label: string
  icon: LucideIcon
  why: string
  link: string
  onDismiss: () => void
}

const Reminder = ({ label, icon: Icon, why, link, onDismiss }: Props) => (
  <aside
    aria-label={label}
    className="flex items-center gap-3 rounded-box border border-border bg-surface py-2 pr-2 pl-4"
  >
    <Icon size={20} className="shrink-0 text-primary" aria-hidden />
    <p className="min-w-0 flex-1">
      {why}{' '}
      <Link to={paths.seller.profile} className="font-medium text-primary underline">
        {link}
      </Link>{' '}
      to your profile.
    </p>
    <IconButton label="Dismiss" onClick={onDismiss}>
      <X size={20} aria-hidden />
    </IconButton>
  </aside>
)
