import { Bell, BellRing } from 'lucide-react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { isPinCode } from '#contract/places.ts'
import { choosingFilters, type SearchFilters } from '#contract/wishlist/searches.ts'
import { errorMessage } from '#web/api/client.ts'
import { useOpenLogin } from '#web/features/account/use-open-login.ts'
import { readFilters } from '#web/features/books/explore/filters/filters.ts'
import { paths } from '#web/paths.ts'
import { useAdminToken, useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { useOpened, useSavedSearch, useStoredPlace } from './use-saved-searches.ts'

type Props = {
  /**
   * True for the large button of a search that found nothing. It hides the small button, unless the
   * search suggests places: then the large one is hidden.
   */
  isProminent?: boolean
}

/**
 * Saves the search in the URL, so that the buyer is notified of new copies: at once for buyers,
 * after the login for guests. Others don't see it.
 */
export function SaveSearchButton({ isProminent = false }: Props) {
  const [params] = useSearchParams()
  const session = useSession()
  const admin = useAdminToken()
  const filters = choosingFilters(readFilters(params).filters)
  if (Object.keys(filters).length === 0) return null
  const button = { filters, isProminent }
  if (session?.role === 'buyer') return <BuyerTellMe {...button} />
  return session || admin ? null : <GuestTellMe {...button} />
}

function GuestTellMe({ filters, isProminent }: { filters: SearchFilters; isProminent: boolean }) {
  const openLogin = useOpenLogin()
  const { pathname, search } = useLocation()
  const logIn = () =>
    openLogin('buyer', {
      pendingAction: {
        kind: 'save-search',
        params: { filters },
        side: 'buyer',
        path: pathname + search,
      },
    })
  return (
    <TellMeButton filters={filters} isProminent={isProminent} isSaved={false} onPress={logIn} />
  )
}

/** Shown when a search has been saved, with a link to all saved searches. */
export const searchSavedToast = {
  text: 'We’ll tell you about new copies, at most once a day.',
  kind: 'success',
  action: (
    <Link
      to={paths.buyer.wishlist}
      className="rounded-box px-2 py-2 font-medium text-primary text-sm underline"
    >
      Wishlist
    </Link>
  ),
} as const

type BuyerProps = { filters: SearchFilters; isProminent: boolean }

function BuyerTellMe({ filters, isProminent }: BuyerProps) {
  const { saved, isSending, toggle } = useSavedSearch(filters)
  const keepPlace = useStoredPlace()
  const toast = useToast()
  useOpened(saved)
  async function press() {
    const wasSaved = saved !== undefined
    try {
      const kept = await toggle()
      if (kept) keepPlace(filters, kept.filters)
      toast(wasSaved ? { text: 'We won’t tell you about this search any more.' } : searchSavedToast)
    } catch (error) {
      const fallback = wasSaved ? 'The search is still saved.' : 'The search could not be saved.'
      toast({ text: errorMessage(error, fallback), kind: 'error' })
    }
  }
  return (
    <TellMeButton
      filters={filters}
      isProminent={isProminent}
      isSaved={saved !== undefined}
      isSending={isSending}
      onPress={() => void press()}
    />
  )
}

type ButtonProps = {
  filters: SearchFilters
  isProminent: boolean
  isSaved: boolean
  isSending?: boolean
  onPress: () => void
}

function TellMeButton({ filters, isProminent, isSaved, isSending, onPress }: ButtonProps) {
  const Icon = isSaved ? BellRing : Bell
  const place = isSaved ? undefined : storedPlace(filters)
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

/** Says which part of a place is stored, before the search is saved. */
const storedPlace = ({ near, within }: SearchFilters): string | undefined =>
  near === undefined || within === undefined
    ? undefined
    : isPinCode(near)
      ? `For books near ${near}.`
      : 'For books near you. Only your PIN code is saved.'
