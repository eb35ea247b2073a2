import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { titleSlug } from '#contract/books/titles.ts'
import type { Filters } from '#web/features/books/explore/filters/filters.ts'
import { filtersOfPlace } from '#web/features/books/explore/filters/place-suggestions.tsx'
import { formatCount } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { isComposing } from '#web/ui/composition.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { SearchInput } from '#web/ui/inputs/search-box.tsx'
import { useSearchText } from '#web/ui/inputs/use-search-text.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { OptionList, optionId } from './option-list.tsx'
import { isFilter, minLetters, type Option, useOptions } from './options.ts'
import { forgetSearch, forgetSearches, rememberSearch } from './recent-searches.ts'

/** Scrolling further closes the list. A phone moves the page by less when its keyboard opens. */
const scrolledPx = 80

type Props = {
  value: string
  /** The search whose results are shown. */
  found: string | undefined
  onSearch: (search: string) => void
  onFilter: (changes: Filters) => void
}

/** Searches while typing, and shows recent searches and suggestions below the box. */
export function BookSearch({ value, found, onSearch, onFilter }: Props) {
  const navigate = useNavigate()
  const listId = useId()
  const isHydrated = useHydrated()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  /**
   * The key of the option that the arrow keys have chosen. Its index may change while a person
   * reads.
   */
  const [activeKey, setActiveKey] = useState<string>()
  /**
   * False after pasting or dictating. Such text is complete, so a list would only cover its
   * results.
   */
  const hasPressedKey = useRef(false)
  const isTyped = useRef(false)
  const { text, type, search, searchSoon, setSearched, stop } = useSearchText({ value, onSearch })
  const options = useOptions(text, isOpen)
  const isShown = isOpen && options.length > 0
  const active = isShown ? options.findIndex(({ key }) => key === activeKey) : -1

  const close = () => {
    setOpen(false)
    setActiveKey(undefined)
  }
  useClose({ box, isShown, isFound: text.trim() === found, close })

  const remember = (made: string) => {
    isTyped.current = false
    if (made.length >= minLetters) rememberSearch(made)
  }
  const pick = ({ kind, label, suggestion }: Option) => {
    close()
    if (kind === 'clear') return forgetSearches()
    if (suggestion?.kind === 'title') {
      remember(suggestion.text)
      // Otherwise the pending search for the typed text would leave the title's page again.
      stop()
      const { title: _id, text: title } = suggestion
      return void navigate(paths.title(titleSlug({ _id, title })))
    }
    const picked = suggestion && isFilter(suggestion) ? suggestion.search : label
    remember(picked)
    setSearched(picked)
    if (suggestion?.kind === 'class') onFilter({ search: picked, class: String(suggestion.class) })
    else if (suggestion?.kind === 'exam') onFilter({ search: picked, exam: suggestion.exam })
    else if (suggestion?.kind === 'place') onFilter(filtersOfPlace(suggestion))
    else onSearch(picked)
  }
  /** Moves from the text through the options and back to the text. */
  const move = (step: 1 | -1) => {
    const places = options.length + 1
    setOpen(true)
    setActiveKey(options[((active + 1 + step + places) % places) - 1]?.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    hasPressedKey.current = true
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return
    const option = options[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && isShown) {
      // Otherwise the browser would also empty the box.
      event.preventDefault()
      close()
    } else if (event.key === 'Enter') {
      if (option) return pick(option)
      close()
      search(text.trim())
      remember(text.trim())
    } else if (event.key === 'Delete' && option?.kind === 'recent') {
      event.preventDefault()
      setActiveKey(options[active + 1]?.key)
      forgetSearch(option.label)
    }
  }
  return (
    <div ref={box} className="flex flex-1">
      <SearchInput
        aria-label="Search by title or author"
        placeholder="Search by title or author..."
        value={text}
        onChange={(event) => {
          isTyped.current = true
          type(event.target.value)
          setOpen(hasPressedKey.current)
          hasPressedKey.current = false
          setActiveKey(undefined)
        }}
        onClick={() => text === '' && setOpen(true)}
        onBlur={({ relatedTarget }) => {
          if (box.current?.contains(relatedTarget)) return
          close()
          searchSoon(text)
          if (isTyped.current) remember(text.trim())
        }}
        onKeyDown={onKeyDown}
        // The role `searchbox` has no `aria-expanded`, so a live region announces the list.
        {...(isHydrated && {
          autoComplete: 'off',
          'aria-autocomplete': 'list' as const,
          'aria-controls': isShown ? listId : undefined,
          'aria-activedescendant': active >= 0 ? optionId(listId, active) : undefined,
        })}
      >
        {isShown && (
          <OptionList
            id={listId}
            label={text === '' ? 'Recent searches' : 'Suggestions'}
            options={options}
            active={active}
            onPick={pick}
            onRemove={({ label }) => forgetSearch(label)}
          />
        )}
      </SearchInput>
      <LiveRegion isStatus={false}>{isShown ? announce(options) : ''}</LiveRegion>
    </div>
  )
}

function announce(options: readonly Option[]): string {
  const recent = options.filter(({ kind }) => kind === 'recent').length
  return recent > 0
    ? `${formatCount(recent, 'recent search', 'recent searches')}. Delete removes one.`
    : formatCount(options.length, 'suggestion')
}

type CloseOptions = {
  box: RefObject<HTMLElement | null>
  isShown: boolean
  isFound: boolean
  close: () => void
}

/**
 * Closes the list after a press outside (which on phones doesn't move the focus) and after
 * scrolling. If the list isn't shown when the results arrive, it stays closed, because it would
 * cover what the person is about to press.
 */
function useClose({ box, isShown, isFound, close }: CloseOptions): void {
  const closeNow = useEffectEvent(close)
  const closeHidden = useEffectEvent(() => {
    if (!isShown) close()
  })
  useEffect(() => {
    if (isFound) closeHidden()
  }, [isFound])
  useEffect(() => {
    if (!isShown) return
    const start = window.scrollY
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) closeNow()
    }
    const onScroll = () => {
      if (Math.abs(window.scrollY - start) > scrolledPx) closeNow()
    }
    document.addEventListener('pointerdown', onPress)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      document.removeEventListener('pointerdown', onPress)
      window.removeEventListener('scroll', onScroll)
    }
  }, [box, isShown])
}
