import { Check, ScanBarcode } from 'lucide-react'
import { Suspense } from 'react'
import { useFormContext } from 'react-hook-form'
import { isbnFaults } from '#contract/books/book-forms.ts'
import { readIsbn } from '#contract/books/isbn.ts'
import { findByIsbn, type TitleFacts } from '#contract/books/titles.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatRupees } from '#web/format.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { IsbnInput } from '#web/forms/isbn-input.tsx'
import { getErrorCode } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import type { BookDraft } from './book-draft.ts'

const typingPauseMs = 300

const ScanDialog = lazyPart(() =>
  import('./scan/scan-dialog.tsx').then((module) => module.ScanDialog),
)

type Fact = keyof TitleFacts & keyof BookDraft

/** The last ISBN for which the seller answered 'Is this it?', and the facts that were filled in. */
type IsbnAnswer = { isbn: string; right?: TitleFacts | undefined }

/**
 * Returns an error to show before the form is sent. A number that is too short isn't one, because
 * the seller may still be typing.
 */
function faultIn(typed: string): string | undefined {
  const read = readIsbn(typed)
  return 'fault' in read && read.fault !== 'length' ? isbnFaults[read.fault] : undefined
}

/**
 * The field for the ISBN. If the book is known, its facts fill in the `filled` fields that are
 * empty. Without such fields it isn't looked up.
 */
export function IsbnField({ filled }: { filled: readonly Fact[] }) {
  const { register, watch, getValues, setValue, clearErrors, formState } =
    useFormContext<BookDraft>()
  const typed = useDebounced(watch('isbn'), typingPauseMs)
  const read = readIsbn(typed)
  // Only a changed ISBN is looked up, because a listing's own ISBN has already been checked.
  const isLookedUp = filled.length > 0 && formState.dirtyFields.isbn
  const isbn = 'isbn' in read && isLookedUp ? read.isbn : ''
  const answer = watch('isbnAnswer')
  const answered: IsbnAnswer = answer === '' ? { isbn: '' } : JSON.parse(answer)
  const setAnswered = (answer: IsbnAnswer) => setValue('isbnAnswer', JSON.stringify(answer))
  const { data: facts, error } = useRead(findByIsbn, { isbn }, { enabled: isbn !== '' })
  /** Keeps what the seller typed, but replaces what an earlier ISBN filled in. */
  const fill = (right: TitleFacts) => {
    setAnswered({ isbn, right })
    for (const name of filled) {
      const current = getValues(name).trim()
      if (current !== '' && current !== String(answered.right?.[name] ?? '')) continue
      clearErrors(name)
      setValue(name, String(right[name] ?? ''), { shouldDirty: true })
    }
  }
  const isKnown = isbn !== '' && facts !== undefined
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="ISBN"
        optional
        error={formState.errors.isbn?.message ?? faultIn(typed)}
        hint={
          isbn !== '' && getErrorCode(error) === 'isbn_unknown'
            ? 'We don’t know this book yet. Please fill in the rest.'
            : filled.length > 0 && 'The number above the barcode fills in the rest.'
        }
      >
        <div className="flex gap-2">
          <IsbnInput {...register('isbn')} />
          <DialogButton label="Scan" variant="plain" icon={<ScanBarcode />} className="shrink-0">
            {(close) => (
              <Suspense>
                <ScanDialog
                  onClose={close}
                  onFound={(scanned) => {
                    setValue('isbn', scanned, { shouldDirty: true })
                    clearErrors('isbn')
                    close()
                  }}
                />
              </Suspense>
            )}
          </DialogButton>
        </div>
      </Field>
      <div aria-live="polite" className="empty:hidden">
        {isKnown && answered.isbn !== isbn && (
          <IsThisIt
            facts={facts}
            onYes={() => fill(facts)}
            onNo={() => setAnswered({ ...answered, isbn })}
          />
        )}
        {answered.isbn === isbn && answered.right?.isbn === isbn && (
          <p className="flex items-start gap-1.5 text-sm">
            <Check size={18} className="shrink-0 text-primary" />
            <span className="wrap-anywhere">
              {answered.right.title}, {answered.right.author}
            </span>
          </p>
        )}
      </div>
    </div>
  )
}

type IsThisItProps = { facts: TitleFacts; onYes: () => void; onNo: () => void }

function IsThisIt({ facts, onYes, onNo }: IsThisItProps) {
  const { title, author, publication_year: year, pages, original_price: price } = facts
  const details = [
    author,
    year,
    pages !== undefined && formatCount(pages, 'page'),
    price !== undefined && `${formatRupees(price)} when new`,
  ]
  return (
    <div className="flex flex-col gap-2 rounded-box bg-accent-soft p-3">
      <p className="text-sm">Is it this one?</p>
      <div className="wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="text-sm">{details.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={onYes}>
          Yes, fill it in
        </Button>
        <Button size="sm" variant="plain" onClick={onNo}>
          No
        </Button>
      </div>
    </div>
  )
}
