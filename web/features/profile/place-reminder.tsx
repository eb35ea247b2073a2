import { MapPin, X } from 'lucide-react'
import { Link } from 'react-router'
import { useProfile } from '#web/features/account/use-profile.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useDismissed } from '#web/ui/hooks/use-dismissed.ts'

export function PlaceReminder() {
  const { data: profile } = useProfile('seller')
  const { isDismissed, dismiss } = useDismissed('dobara:place-reminder')
  if (!profile || profile.place || isDismissed) return null
  return (
    <aside
      aria-label="Where your books are"
      className="flex items-center gap-3 rounded-box border border-border bg-surface py-2 pr-2 pl-4"
    >
      <MapPin size={20} className="shrink-0 text-primary" aria-hidden />
      <p className="min-w-0 flex-1">
        Buyers look for books near them.{' '}
        <Link to={paths.seller.profile} className="font-medium text-primary underline">
          Add your PIN code
        </Link>{' '}
        to your profile.
      </p>
      <IconButton label="Dismiss" onClick={dismiss}>
        <X size={20} aria-hidden />
      </IconButton>
    </aside>
  )
}
