import { type ComponentProps, useState } from 'react'
import { isbn13 } from '#contract/books/isbn.ts'
import { type KnownTitle, minTypedLetters, suggestTitles } from '#contract/wishlist/titles.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatCount } from '#web/format.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { Listbox, useListbox } from '#web/ui/inputs/listbox.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { typingPauseMs } from './wanted-count.tsx'

/** Returns titles that match the typed text, or none if it is short or the request fails. */
function useTitleOptions(text: string, isOpen: boolean) {
  const typed = useDebounced(text.trim(), typingPauseMs)
  const enabled = isOpen && typed.length >= minTypedLetters
  const { data } = useRead(suggestTitles, { typed }, { enabled, keepPrevious: true })
  const titles = (enabled && data?.titles) || []
  return titles.map((title) => ({
    title,
    key: `${title.title}/${title.author}/${title.isbn ?? ''}`,
  }))
}

type Props = {
  hint?: string
  error?: string | undefined
  typed: string
  input: Omit<ComponentProps<'input'>, 'value'>
  onPick: (title: KnownTitle) => void
}

/** A field for a title, found by any of its words or by its ISBN, with suggestions below it. */
export function TitleField({ hint, error, typed, input, onPick }: Props) {
  const [isOpen, setOpen] = useState(false)
  const options = useTitleOptions(typed, isOpen)
  const list = useListbox({ options, isOpen, setOpen, onPick: ({ title }) => onPick(title) })
  return (
    <div ref={list.box}>
      <Field label="Title" hint={hint} error={error}>
        <Input
          {...input}
          {...list.inputProps}
          onKeyDown={(event) => {
            // Hand scanners press Enter after an ISBN.
            if (event.key === 'Enter' && isbn13(typed) !== undefined) event.preventDefault()
            list.onKeyDown(event)
          }}
          role="combobox"
          aria-expanded={list.isShown}
          onChange={(event) => {
            list.open()
            void input.onChange?.(event)
          }}
          onBlur={(event) => {
            list.close()
            void input.onBlur?.(event)
          }}
        />
      </Field>
      {list.isShown && (
        <Listbox
          list={list}
          label="Suggestions for title"
          className="mt-1"
          listClass="overflow-hidden rounded-box border border-border bg-surface py-1"
          optionClass="min-h-12 flex-col justify-center py-1"
        >
          {({ title: { title, author } }) => (
            <>
              <span className="wrap-anywhere">{title}</span>
              <span className="truncate text-muted text-sm">{author}</span>
            </>
          )}
        </Listbox>
      )}
      <LiveRegion isStatus={false}>
        {list.isShown ? `${formatCount(options.length, 'suggestion')}. Arrow keys choose one.` : ''}
      </LiveRegion>
    </div>
  )
}
