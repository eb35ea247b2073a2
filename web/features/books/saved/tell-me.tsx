import { Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { choosingFilters, type SearchFilters } from '#contract/wishlist/searches.ts'
import { useOpenLogin } from '#web/features/account/use-open-login.ts'
import { readFilters } from '#web/features/books/explore/filters/filters.ts'
import { useAdminToken, useSession } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { TellMeButton } from './tell-me-button.tsx'

/** Guests don't load what only buyers need. */
const BuyerTellMe = lazyPart(
  () => import('./buyer-tell-me.tsx').then((module) => module.BuyerTellMe),
  () => null,
)

type Props = {
  /** Where nothing was found; the quiet one is hidden then, unless a place is what to do next. */
  isProminent?: boolean
}

/**
 * Saves the search in the address, to be told of new copies: at once for buyers, after the login
 * for guests; nobody else has it.
 */
export function TellMe({ isProminent = false }: Props) {
  const [params] = useSearchParams()
  const session = useSession()
  const admin = useAdminToken()
  const filters = choosingFilters(readFilters(params).filters)
  if (Object.keys(filters).length === 0) return null
  const button = { filters, isProminent }
  if (session?.role === 'buyer')
    return (
      <Suspense
        fallback={<TellMeButton {...button} isSaved={false} isSending onPress={() => {}} />}
      >
        <BuyerTellMe {...button} />
      </Suspense>
    )
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
