import { type FocusEvent, Suspense, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { titleSlug } from '#contract/books/titles.ts'
import type { Filters } from '#web/features/books/explore/filters/filters.ts'
import { filtersOfPlace } from '#web/features/books/explore/filters/place-suggestions.tsx'
import { formatCount } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { SearchInput } from '#web/ui/inputs/search-box.tsx'
import { useSearchText } from '#web/ui/inputs/use-search-text.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { isFilter, type Option, optionId } from './options.ts'
import { forgetSearch, forgetSearches } from './recent-searches.ts'
import { useCloseOnLeaving } from './use-close-on-leaving.ts'
import { useCloseOnceFound } from './use-close-once-found.ts'
import { useCombobox } from './use-combobox.ts'
import { useMadeSearches } from './use-made-searches.ts'
import { useOptions } from './use-options.ts'

const loadList = () => import('./option-list.tsx').then((module) => module.OptionList)
/** Where it can't be loaded the box searches without it. */
const OptionList = lazyPart(loadList, () => null)

type Props = {
  value: string
  /** The search of which results are shown. */
  found: string | undefined
  onSearch: (search: string) => void
  onFilter: (changes: Filters) => void
}

/** Searches while typing, and shows recent searches and suggestions below the box. */
export function BookSearch({ value, found, onSearch, onFilter }: Props) {
  const listId = useId()
  const isHydrated = useHydrated()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Text that comes at once, without a key, is whole: the list would only lie over what it finds.
  const hasPressedKey = useRef(false)
  const { made, asked } = useMadeSearches()
  const { text, type, search, searchSoon, setSearched, stop } = useSearchText({
    value,
    onSearch: (query) => {
      asked(query)
      onSearch(query)
    },
  })
  const options = useOptions(text, isOpen)
  const pick = usePick({ made, setSearched, stop, onSearch, onFilter })
  const combobox = useCombobox({
    options,
    isOpen,
    setOpen,
    onPick: (option) => pick(option),
    onRemove: ({ label }) => forgetSearch(label),
    onEnter: () => {
      search(text.trim())
      made(text.trim())
    },
  })
  const { isShown, active, close } = combobox
  useCloseOnLeaving(box, isShown, close)
  useCloseOnceFound(box, text.trim(), found, close)
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (box.current?.contains(relatedTarget)) return
    close()
    searchSoon(text)
  }
  return (
    <div ref={box} className="flex flex-1">
      <SearchInput
        aria-label="Search by title or author"
        placeholder="Search by title or author..."
        value={text}
        onChange={(event) => {
          type(event.target.value)
          setOpen(hasPressedKey.current)
          hasPressedKey.current = false
          combobox.setActiveKey(undefined)
        }}
        // Not only once there is something to show: that may come together with the results.
        onFocus={() => void loadList().catch(() => {})}
        onClick={() => text === '' && setOpen(true)}
        onBlur={onBlur}
        onKeyDown={(event) => {
          hasPressedKey.current = true
          combobox.onKeyDown(event)
        }}
        // It stays a searchbox, which has no `aria-expanded`: a live region says what the list has.
        {...(isHydrated && {
          autoComplete: 'off',
          'aria-autocomplete': 'list' as const,
          'aria-controls': isShown ? listId : undefined,
          'aria-activedescendant': active >= 0 ? optionId(listId, active) : undefined,
        })}
      >
        {isShown && (
          <Suspense>
            <OptionList
              id={listId}
              label={text === '' ? 'Recent searches' : 'Suggestions'}
              options={options}
              active={active}
              below={box}
              onPick={(option) => {
                close()
                pick(option)
              }}
              onRemove={({ label }) => forgetSearch(label)}
            />
          </Suspense>
        )}
      </SearchInput>
      <LiveRegion isStatus={false}>{isShown ? announcementOf(options) : ''}</LiveRegion>
    </div>
  )
}

const announcementOf = (options: readonly Option[]): string => {
  const recent = options.filter(({ kind }) => kind === 'recent').length
  return recent > 0
    ? `${formatCount(recent, 'recent search', 'recent searches')}. Delete removes one.`
    : formatCount(options.length, 'suggestion')
}

type PickOptions = Pick<Props, 'onSearch' | 'onFilter'> & {
  made: (search: string) => void
  setSearched: (search: string) => void
  stop: () => void
}

function usePick({ made, setSearched, stop, onSearch, onFilter }: PickOptions) {
  const navigate = useNavigate()
  return ({ kind, label, suggestion }: Option): void => {
    if (kind === 'clear') {
      forgetSearches()
      return
    }
    if (suggestion?.kind === 'title') {
      made(suggestion.text)
      // A search for what was typed would take back the way to the title.
      stop()
      const { title: _id, text: title } = suggestion
      void navigate(paths.title(titleSlug({ _id, title })))
      return
    }
    const search = suggestion && isFilter(suggestion) ? suggestion.search : label
    made(search)
    setSearched(search)
    if (suggestion?.kind === 'class') onFilter({ search, class: String(suggestion.class) })
    else if (suggestion?.kind === 'exam') onFilter({ search, exam: suggestion.exam })
    else if (suggestion?.kind === 'place') onFilter(filtersOfPlace(suggestion))
    else onSearch(search)
  }
}
