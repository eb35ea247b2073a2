import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { controlClass } from './field.tsx'
import { useSearchText } from './use-search-text.ts'

type Props = { label: string; placeholder: string; value: string; onSearch: (text: string) => void }

export function SearchBox({ label, placeholder, ...options }: Props) {
  const { text, type, searchSoon } = useSearchText(options)
  return (
    <SearchInput
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={() => searchSoon(text)}
    />
  )
}

/**
 * An input with a search icon. `children`, such as a list of suggestions, may cover the content
 * below it.
 */
export const SearchInput = ({
  children,
  ...rest
}: ComponentProps<'input'> & { children?: ReactNode }) => (
  <div className="relative flex-1">
    <Search className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
    <input
      type="search"
      enterKeyHint="search"
      {...rest}
      className={`${controlClass} min-h-11 pl-10 pr-2`}
    />
    {children}
  </div>
)
