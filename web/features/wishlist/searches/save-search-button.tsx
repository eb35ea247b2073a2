import { Bell, BellRing } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { isPinCode } from '#contract/places.ts'
import {
  choosingFilters,
  listSavedSearches,
  maxSavedSearches,
  openSavedSearch,
  removeSavedSearch,
  type SearchFilters,
  saveSearch,
  searchKey,
} from '#contract/wishlist/searches.ts'
import { useReadPages, useWrite } from '#web/api/hooks.ts'
import { useOpenLogin } from '#web/features/account/use-open-login.ts'
import { readFilters } from '#web/features/books/explore/filters/filters.ts'
import { useAction } from '#web/forms/use-action.ts'
import { paths } from '#web/paths.ts'
import { useAdminToken, useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/** Reads all saved searches. The wishlist and the buttons on lists share one request. */
export function useSavedSearches() {
  const isBuyer = useSession()?.role === 'buyer'
  const input = { limit: maxSavedSearches }
  return useReadPages(listSavedSearches, input, { enabled: isBuyer, offline: true })
}

export const useSearchActions = () => ({
  save: useAction(saveSearch, { failed: 'The search could not be saved.', waits: true }),
  remove: useAction(removeSavedSearch, { failed: 'The search is still saved.' }),
})

/** The toast after saving a search, with a link to all saved searches. */
const searchSavedToast = {
  text: 'We’ll tell you about new copies, at most once a day.',
  kind: 'success',
  action: (
    <TextLink to={paths.buyer.wishlist} className="rounded-box px-2 py-2 font-medium text-sm">
      Wishlist
    </TextLink>
  ),
} as const

/**
 * Returns a function that saves a search and shows a toast. If the server stored another place, the
 * place in the URL is replaced.
 */
export function useSaveSearch() {
  const { save } = useSearchActions()
  const keepPlace = useStoredPlace()
  const toast = useToast()
  const run = async (filters: SearchFilters) => {
    const kept = await save.run({ ...filters })
    if (!kept) return
    keepPlace(filters, kept.filters)
    toast(searchSavedToast)
  }
  return { run, pending: save.pending }
}

type Props = {
  /** True for the large button of a search that found nothing. */
  isProminent?: boolean
}

/**
 * Saves the search in the URL, to notify the buyer of new copies. Guests log in first. Sellers and
 * admins don't see the button.
 */
export function SaveSearchButton({ isProminent = false }: Props) {
  const [params] = useSearchParams()
  const session = useSession()
  const admin = useAdminToken()
  const filters = choosingFilters(readFilters(params).filters)
  const isForViewer = session ? session.role === 'buyer' : !admin
  if (Object.keys(filters).length === 0 || !isForViewer) return null
  return <SaveButton filters={filters} isProminent={isProminent} />
}

function SaveButton({ filters, isProminent }: { filters: SearchFilters; isProminent: boolean }) {
  const { saved, pending, press } = useSaving(filters)
  const Icon = saved ? BellRing : Bell
  const place = saved ? undefined : storedPlace(filters)
  return (
    <div
      className={
        isProminent ? 'flex flex-col items-center gap-2' : 'flex flex-wrap items-center gap-x-3'
      }
    >
      <Button
        variant={isProminent && !saved ? 'primary' : 'plain'}
        size={isProminent ? 'md' : 'sm'}
        className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
        icon={<Icon size={isProminent ? 20 : 16} />}
        aria-pressed={saved !== undefined}
        pending={pending}
        onClick={() => void press()}
      >
        {isProminent ? 'Tell me when it comes in' : 'Tell me about new copies'}
      </Button>
      {isProminent && (
        <p className="text-muted text-sm">
          {saved
            ? 'We’ll tell you when a copy comes in.'
            : 'We’ll tell you at most once a day, and you can stop it at any time.'}
        </p>
      )}
      {place && <p className="text-muted text-sm">{place}</p>}
    </div>
  )
}

function useSaving(filters: SearchFilters) {
  const session = useSession()
  const openLogin = useOpenLogin()
  const { pathname, search } = useLocation()
  const searches = useSavedSearches()
  const { remove } = useSearchActions()
  const save = useSaveSearch()
  const toast = useToast()
  const key = searchKey(filters)
  const saved = searches.rows.find((search) => searchKey(search.filters) === key)
  useOpened(saved)
  const press = async () => {
    if (!session) {
      const path = pathname + search
      const params = { filters }
      openLogin('buyer', {
        pendingAction: { kind: 'save-search', params, side: 'buyer', path },
      })
    } else if (saved) {
      if (await remove.run({ id: saved._id }))
        toast({ text: 'We won’t tell you about this search any more.' })
    } else await save.run(filters)
  }
  return { saved, pending: save.pending || remove.pending, press }
}

/** Returns a note for a search near a place: which part of the place will be stored. */
const storedPlace = ({ near, within }: SearchFilters): string | undefined =>
  near === undefined || within === undefined
    ? undefined
    : isPinCode(near)
      ? `For books near ${near}.`
      : 'For books near you. Only your PIN code is saved.'

/**
 * Returns a function that replaces a position in the URL with the PIN code that was stored instead.
 * Otherwise a reloaded page couldn't recognize its search among the saved ones.
 */
function useStoredPlace(): (asked: SearchFilters, kept: SearchFilters) => void {
  const [, setParams] = useSearchParams()
  return ({ near }, kept) => {
    if (near === kept.near) return
    setParams(
      (current) => {
        if (kept.near && current.get('near') === near) current.set('near', kept.near)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }
}

/**
 * Tells the server once that the buyer has seen the new copies of a saved search, because the
 * search's list is on the screen.
 */
function useOpened(search: { _id: string; newCopies: number } | undefined): void {
  const open = useWrite(openSavedSearch)
  const run = useRef(open.run)
  const id = search && search.newCopies > 0 ? search._id : undefined
  useEffect(() => {
    // If this fails, the copies are just shown as new once more.
    if (id !== undefined) run.current({ id }).catch(() => {})
  }, [id])
}
