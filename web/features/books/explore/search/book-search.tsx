import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { titleSlug } from '#contract/books/titles.ts'
import { formatCount } from '#contract/common/numbers.ts'
import type { Filters } from '#web/features/books/explore/filters/filters.ts'
import { filtersOfPlace } from '#web/features/books/explore/filters/place-suggestions.tsx'
import { paths } from '#web/paths.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { Listbox, useListbox } from '#web/ui/inputs/listbox.tsx'
import { SearchInput } from '#web/ui/inputs/search-box.tsx'
import { useSearchText } from '#web/ui/inputs/use-search-text.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { isFilter, minLetters, type Option, useOptions } from './options.ts'
import { forgetSearch, forgetSearches, rememberSearch } from './recent-searches.ts'

type Props = {
  value: string
  onSearch: (search: string) => void
  onFilter: (changes: Filters) => void
}

/** Searches while typing, and shows recent searches and suggestions below the box. */
export function BookSearch({ value, onSearch, onFilter }: Props) {
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const isTyped = useRef(false)
  const { text, type, search, searchSoon, setSearched, stop } = useSearchText({ value, onSearch })
  const options = useOptions(text, isOpen)

  const remember = (made: string) => {
    isTyped.current = false
    if (made.length >= minLetters) rememberSearch(made)
  }
  const pick = ({ kind, label, suggestion }: Option) => {
    if (kind === 'clear') return forgetSearches()
    if (suggestion?.kind === 'title') {
      remember(suggestion.text)
      // Cancels the pending search for the typed text, which would replace the title's page.
      stop()
      const { title: _id, text: title } = suggestion
      return void navigate(paths.title(titleSlug({ _id, title })))
    }
    if (suggestion?.kind === 'shop') {
      stop()
      return void navigate(paths.sellerPage(suggestion.seller))
    }
    const picked = suggestion && isFilter(suggestion) ? suggestion.search : label
    remember(picked)
    setSearched(picked)
    if (suggestion?.kind === 'class') onFilter({ search: picked, class: String(suggestion.class) })
    else if (suggestion?.kind === 'exam') onFilter({ search: picked, exam: suggestion.exam })
    else if (suggestion?.kind === 'place') onFilter(filtersOfPlace(suggestion))
    else onSearch(picked)
  }
  const onEnter = () => {
    search(text.trim())
    remember(text.trim())
  }
  const list = useListbox({ options, isOpen, setOpen, onPick: pick, onEnter })
  return (
    <div ref={list.box} className="flex flex-1">
      <SearchInput
        aria-label="Search by title or author"
        placeholder="Search by title or author..."
        value={text}
        onChange={(event) => {
          isTyped.current = true
          type(event.target.value)
          list.open()
        }}
        onClick={() => text === '' && setOpen(true)}
        onBlur={({ relatedTarget }) => {
          if (list.box.current?.contains(relatedTarget)) return
          list.close()
          searchSoon(text)
          if (isTyped.current) remember(text.trim())
        }}
        onKeyDown={(event) => {
          list.onKeyDown(event)
          const option = options[list.active]
          if (event.key !== 'Delete' || option?.kind !== 'recent') return
          event.preventDefault()
          list.move(1)
          forgetSearch(option.label)
        }}
        // The role `searchbox` has no `aria-expanded`, so a live region announces the list.
        {...(isHydrated && list.inputProps)}
      >
        {list.isShown && <SearchOptions list={list} isEmpty={text === ''} />}
      </SearchInput>
      <LiveRegion isStatus={false}>{list.isShown ? announce(options) : ''}</LiveRegion>
    </div>
  )
}

type SearchOptionsProps = { list: ReturnType<typeof useListbox<Option>>; isEmpty: boolean }

/**
 * The suggestions cover the page below the search box. The buttons that remove recent searches are
 * beside the list, because an option can't contain a button. On the keyboard, Delete removes a
 * search.
 */
const SearchOptions = ({ list, isEmpty }: SearchOptionsProps) => (
  <Listbox
    list={list}
    label={isEmpty ? 'Recent searches' : 'Suggestions'}
    className="absolute inset-x-0 top-full z-20 mt-1 flex max-h-[60dvh] overflow-y-auto
      overscroll-contain rounded-box border border-border bg-surface py-1 text-foreground
      shadow-raised"
    listClass="min-w-0 flex-1"
    optionClass="h-12 items-center gap-3"
    aside={<RemoveButtons searches={list.options.filter(({ kind }) => kind === 'recent')} />}
  >
    {({ kind, icon: Icon, label, note }) => (
      <>
        <Icon className="shrink-0 text-muted" />
        <span
          className={`flex min-w-0 flex-1 justify-between ${kind === 'title' ? 'flex-col' : 'gap-3'}
            ${kind === 'clear' ? 'text-muted' : ''}`}
        >
          <span className="truncate">{label}</span>
          {note && <span className="truncate text-muted text-sm">{note}</span>}
        </span>
      </>
    )}
  </Listbox>
)

const RemoveButtons = ({ searches }: { searches: readonly Option[] }) => (
  <div>
    {searches.map(({ key, label }) => (
      <button
        key={key}
        type="button"
        tabIndex={-1}
        aria-label={`Remove ${label} from recent searches`}
        onClick={() => forgetSearch(label)}
        className="flex size-12 items-center justify-center text-muted hover:text-foreground"
      >
        <X size={16} />
      </button>
    ))}
  </div>
)

function announce(options: readonly Option[]): string {
  const recent = options.filter(({ kind }) => kind === 'recent').length
  return recent > 0
    ? `${formatCount(recent, 'recent search', 'recent searches')}. Delete removes one.`
    : formatCount(options.length, 'suggestion')
}
