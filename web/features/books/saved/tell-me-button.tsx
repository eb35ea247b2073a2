import { Bell, BellRing } from 'lucide-react'
import { isPinCode } from '#contract/places.ts'
import type { SearchFilters } from '#contract/wishlist/searches.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  filters: SearchFilters
  isProminent: boolean
  isSaved: boolean
  isSending?: boolean
  onPress: () => void
}

export function TellMeButton({ filters, isProminent, isSaved, isSending, onPress }: Props) {
  const Icon = isSaved ? BellRing : Bell
  const place = isSaved ? undefined : keptPlace(filters)
  return (
    <div
      data-prominent={isProminent || undefined}
      className={
        isProminent
          ? 'flex flex-col items-center gap-2 group-has-[[data-places]]/explore:hidden'
          : `flex flex-wrap items-center gap-x-3
            group-[:has([data-prominent]):not(:has([data-places]))]/explore:hidden`
      }
    >
      <Button
        variant={isProminent && !isSaved ? 'primary' : 'plain'}
        size={isProminent ? 'md' : 'sm'}
        className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
        icon={<Icon size={isProminent ? 20 : 16} aria-hidden />}
        aria-pressed={isSaved}
        pending={isSending ?? false}
        onClick={onPress}
      >
        {isProminent ? 'Tell me when it comes in' : 'Tell me about new copies'}
      </Button>
      {isProminent && (
        <p className="text-muted text-sm">
          {isSaved
            ? 'We’ll tell you when a copy comes in.'
            : 'We’ll tell you at most once a day, and you can stop it at any time.'}
        </p>
      )}
      {place && <p className="text-muted text-sm">{place}</p>}
    </div>
  )
}

/** What is kept of where somebody is, before they save it. */
const keptPlace = ({ near, within }: SearchFilters): string | undefined =>
  near === undefined || within === undefined
    ? undefined
    : isPinCode(near)
      ? `The PIN code ${near} is saved with it.`
      : 'The PIN code nearest to you is saved with it, not where exactly you are.'
