import {
  Book,
  Clock3,
  ListX,
  type LucideIcon,
  MapPin,
  Search,
  SlidersHorizontal,
  User,
  X,
} from 'lucide-react'
import type { Option } from './options.ts'

const icons: Record<Option['kind'], LucideIcon> = {
  recent: Clock3,
  clear: ListX,
  search: Search,
  author: User,
  title: Book,
  class: SlidersHorizontal,
  exam: SlidersHorizontal,
  place: MapPin,
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`

type Props = {
  id: string
  label: string
  options: readonly Option[]
  active: number
  onPick: (option: Option) => void
  onRemove: (option: Option) => void
}

/**
 * Covers the page below the search box. The buttons that remove recent searches are beside the
 * list, because an option can't contain a button. On the keyboard, Delete removes a search.
 */
export function OptionList({ id, label, options, active, onPick, onRemove }: Props) {
  const recent = options.filter(({ kind }) => kind === 'recent')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is.
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1 flex max-h-[60dvh] overflow-y-auto
        overscroll-contain rounded-box border border-border bg-surface py-1 text-foreground
        shadow-raised"
    >
      <div id={id} role="listbox" aria-label={label} className="min-w-0 flex-1">
        {options.map((option, index) => (
          <OptionRow
            key={option.key}
            id={optionId(id, index)}
            option={option}
            isActive={index === active}
            onPick={onPick}
          />
        ))}
      </div>
      {recent.length > 0 && (
        <div>
          {recent.map((option) => (
            <button
              key={option.key}
              type="button"
              tabIndex={-1}
              aria-label={`Remove ${option.label} from recent searches`}
              onClick={() => onRemove(option)}
              className="flex size-12 items-center justify-center text-muted hover:text-foreground"
            >
              <X size={16} aria-hidden />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

type RowProps = {
  id: string
  option: Option
  isActive: boolean
  onPick: (option: Option) => void
}

function OptionRow({ id, option, isActive, onPick }: RowProps) {
  const { kind, label, note } = option
  const Icon = icons[kind]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => onPick(option)}
      className={`flex h-12 cursor-pointer items-center gap-3 px-3 hover:bg-sunken
        ${isActive ? 'bg-sunken outline-2 outline-primary -outline-offset-2' : ''}
        ${kind === 'clear' ? 'text-muted' : ''}`}
    >
      <Icon size={20} aria-hidden className="shrink-0 text-muted" />
      <span
        className={`flex min-w-0 flex-1 justify-between leading-tight
          ${kind === 'title' ? 'flex-col' : 'gap-3'}`}
      >
        <span className="truncate">{label}</span>
        {note && <span className="truncate text-muted text-sm">{note}</span>}
      </span>
    </div>
  )
}
