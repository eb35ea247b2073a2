import { useState } from 'react'
import { type RegisterOptions, useFormContext } from 'react-hook-form'
import { isbn13 } from '#contract/books/isbn.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { type KnownTitle, minTypedLetters, suggestTitles } from '#contract/wishlist/titles.ts'
import { useRead } from '#web/api/hooks.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { Listbox, useListbox } from '#web/ui/inputs/listbox.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { typingPauseMs } from './wanted-count.tsx'

/** Returns titles that match the typed text, or none if the text is short or the request fails. */
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

type TitleDraft = { title: string; author: string; isbn: string; branch?: string }

/**
 * A field for a title, with suggestions below it. Any word of the title, or its ISBN, finds it.
 * Choosing a suggestion fills in the form's other fields about the title.
 */
export function TitleField({ rules }: { rules?: RegisterOptions<TitleDraft, 'title'> }) {
  const { register, watch, getValues, setValue, clearErrors, formState } =
    useFormContext<TitleDraft>()
  const typed = watch('title')
  const input = register('title', rules)
  const [isOpen, setOpen] = useState(false)
  const options = useTitleOptions(typed, isOpen)
  const fill = ({ title, author, isbn = '', branch }: KnownTitle) => {
    clearErrors()
    const values = { title, author, isbn, ...('branch' in getValues() && branch && { branch }) }
    for (const [name, value] of Object.entries(values))
      setValue(name as keyof TitleDraft, value, { shouldDirty: true })
  }
  const list = useListbox({ options, isOpen, setOpen, onPick: ({ title }) => fill(title) })
  return (
    <div ref={list.box}>
      <Field label="Title" hint="Title or ISBN" error={formState.errors.title?.message}>
        <Input
          {...input}
          {...list.inputProps}
          onKeyDown={(event) => {
            // Barcode scanners press Enter after an ISBN, which must not submit the form.
            if (event.key === 'Enter' && isbn13(typed) !== undefined) event.preventDefault()
            list.onKeyDown(event)
          }}
          role="combobox"
          aria-expanded={list.isShown}
          onChange={(event) => {
            list.open()
            void input.onChange(event)
          }}
          onBlur={(event) => {
            list.close()
            void input.onBlur(event)
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
