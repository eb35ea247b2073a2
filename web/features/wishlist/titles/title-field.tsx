import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { isbn13 } from '#contract/books/isbn.ts'
import { type KnownTitle, minTypedLetters, suggestTitles } from '#contract/wishlist/titles.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatCount } from '#web/format.ts'
import { isComposing } from '#web/ui/composition.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { typingPauseMs } from './wanted-count.tsx'

/** Returns titles that match the typed text, or none if it is short or the request fails. */
function useTitleOptions(text: string, isOpen: boolean) {
  const typed = useDebounced(text.trim(), typingPauseMs)
  const enabled = isOpen && typed.length >= minTypedLetters
  const { data } = useRead(suggestTitles, { typed }, { enabled, keepPrevious: true })
  return (enabled && data?.titles) || []
}

type Props = {
  label?: string
  hint?: string
  error?: string | undefined
  typed: string
  input: Omit<ComponentProps<'input'>, 'value'>
  onPick: (title: KnownTitle) => void
}

/** A field for a title, found by any of its words or by its ISBN, with suggestions below it. */
export function TitleField({ label = 'Title', hint, error, typed, input, onPick }: Props) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const options = useTitleOptions(typed, isOpen)
  const isShown = isOpen && options.length > 0
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const pick = (title: KnownTitle) => {
    close()
    onPick(title)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    // Hand scanners press Enter after an ISBN.
    if (event.key === 'Enter' && isbn13(typed) !== undefined) event.preventDefault()
    if (!isShown) return
    const places = options.length + 1
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(((active + 1 + step + places) % places) - 1)
    } else if (event.key === 'Escape') {
      // Otherwise the dialog closes.
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter') {
      const option = options[active]
      if (!option) return close()
      event.preventDefault()
      pick(option)
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field has the keys.
    <div onKeyDown={onKeyDown}>
      <Field label={label} hint={hint} error={error}>
        <Input
          {...input}
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={active >= 0 && isShown ? `${listId}-${active}` : undefined}
          onChange={(event) => {
            setOpen(true)
            setActive(-1)
            void input.onChange?.(event)
          }}
          onBlur={(event) => {
            close()
            void input.onBlur?.(event)
          }}
        />
      </Field>
      {isShown && (
        <Options id={listId} options={options} active={active} label={label} onPick={pick} />
      )}
      <LiveRegion isStatus={false}>
        {isShown ? `${formatCount(options.length, 'suggestion')}. Arrow keys choose one.` : ''}
      </LiveRegion>
    </div>
  )
}

type OptionsProps = {
  id: string
  label: string
  options: readonly KnownTitle[]
  active: number
  onPick: (title: KnownTitle) => void
}

const Options = ({ id, label, options, active, onPick }: OptionsProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is.
  <div onMouseDown={(event) => event.preventDefault()} className="mt-1">
    <div
      id={id}
      role="listbox"
      aria-label={`Suggestions for ${label.toLowerCase()}`}
      className="overflow-hidden rounded-box border border-border bg-surface py-1"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
        <div
          key={`${option.title}/${option.author}/${option.isbn ?? ''}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => onPick(option)}
          className={`flex min-h-12 cursor-pointer flex-col justify-center px-3 py-1 leading-tight
            hover:bg-sunken
            ${index === active ? 'bg-sunken outline-2 outline-primary -outline-offset-2' : ''}`}
        >
          <span className="wrap-anywhere">{option.title}</span>
          <span className="truncate text-muted text-sm">{option.author}</span>
        </div>
      ))}
    </div>
  </div>
)
