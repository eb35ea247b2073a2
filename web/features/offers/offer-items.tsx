import { Minus, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { conditionLabels } from '#contract/books/book-forms.ts'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { maxOfferBooks, maxOfferCopies } from '#contract/common/limits.ts'
import { listOfferBooks, type OfferBook } from '#contract/orders/offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatAmountInput, formatRupees, labelOf, typedNumber } from '#web/format.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { isComposing } from '#web/ui/composition.ts'
import { FieldError } from '#web/ui/inputs/field.tsx'
import {
  askingAmount,
  asListed,
  type ChosenBook,
  isRentable,
  type OfferForm,
  toItems,
} from './offer-form.ts'
import { OfferTerms } from './offer-terms.tsx'
import { BookPicker, ChosenBook as ChosenRow } from './offered-books.tsx'

type Props = {
  side: Side
  chat: Chat
  books: OfferBook[]
  chosen: ChosenBook[]
  /** Says which listings were edited while the form was open. */
  edits: string | undefined
  onEdit: (edits: string) => void
}

/** The books and the amount of an offer. The amount follows the asking prices until it is typed. */
export function OfferItems({ side, chat, books, chosen: firstChosen, edits, onEdit }: Props) {
  const form = useFormContext<OfferForm>()
  const [chosen, setChosen] = useState(firstChosen)
  const [isAdding, setAdding] = useState(false)
  const copies = chosen.reduce((sum, book) => sum + book.copies, 0)
  const change = (next: ChosenBook[], orderType = form.getValues('orderType')) => {
    const type = isRentable(next) ? orderType : 'purchase'
    const asked = askingAmount(chosen, form.getValues('orderType'))
    setChosen(next)
    form.setValue('orderType', type)
    form.setValue('items', toItems(next), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
    const hasTyped = form.formState.dirtyFields.amount && orderType === form.getValues('orderType')
    if (!hasTyped && asked !== askingAmount(next, type))
      form.resetField('amount', { defaultValue: formatAmountInput(askingAmount(next, type)) })
  }
  useEditedListings(books, chosen, change, onEdit)
  const useBooks = (search: string) =>
    useRead(listOfferBooks, { chatId: chat._id, search }, { keepPrevious: true })
  // The server lists the chat's book as long as it can be offered.
  const isGone = (id: string) => id === chat.book._id && !books.some(({ _id }) => _id === id)
  const isChosen = (id: string) => chosen.some(({ _id }) => _id === id)
  const setCopies = (id: string, count: number) =>
    change(chosen.map((book) => (book._id === id ? { ...book, copies: count } : book)))
  const error = form.formState.errors.items
  return (
    <>
      <div className="flex flex-col gap-2">
        <ul aria-label="Books" className="flex flex-col gap-2">
          {chosen.map((book) => (
            <ChosenRow
              key={book._id}
              book={book}
              onRemove={
                chosen.length > 1
                  ? () => change(chosen.filter(({ _id }) => _id !== book._id))
                  : undefined
              }
            >
              <span className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="text-muted">{askingText(book, form.watch('orderType'))}</span>
                <Copies
                  book={book}
                  max={Math.min(book.available, book.copies + maxOfferCopies - copies)}
                  onChange={(count) => setCopies(book._id, count)}
                />
              </span>
              {isGone(book._id) && <FieldError>{errorCatalog.book_gone[1]}</FieldError>}
            </ChosenRow>
          ))}
        </ul>
        {error?.message && <FieldError>{error.message}</FieldError>}
        {isAdding && chosen.length < maxOfferBooks ? (
          <BookPicker
            label="Search the seller’s books"
            excluded={chosen.map(({ _id }) => _id)}
            useBooks={useBooks}
            amountOf={({ price }) => price}
            onChoose={(book) => {
              change([...chosen, { ...book, copies: 1 }])
              setAdding(books.some(({ _id }) => _id !== book._id && !isChosen(_id)))
            }}
            onClose={() => setAdding(false)}
          />
        ) : (
          books.length > (chosen.length === 0 ? 0 : 1) &&
          chosen.length < maxOfferBooks && (
            <Button
              variant="plain"
              size="sm"
              className="self-start"
              icon={<Plus size={18} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {side === 'buyer' ? 'Add another book of this seller' : 'Add another of your books'}
            </Button>
          )
        )}
      </div>
      {edits && (
        <p role="alert" className="rounded-box bg-accent-soft px-4 py-3 text-sm">
          {edits}
        </p>
      )}
      <OfferTerms
        chosen={chosen}
        onTypeChange={(orderType) => {
          form.setValue('orderType', orderType)
          form.resetField('amount', {
            defaultValue: formatAmountInput(askingAmount(chosen, orderType)),
          })
        }}
      />
    </>
  )
}

const askingText = ({ price, rentPrice }: ChosenBook, orderType: string): string =>
  orderType === 'rent' && rentPrice !== undefined
    ? `${formatRupees(rentPrice)} a day`
    : formatRupees(price)

type CopiesProps = { book: ChosenBook; max: number; onChange: (copies: number) => void }

function Copies({ book, max, onChange }: CopiesProps) {
  if (book.available <= 1) return null
  return (
    <span className="flex items-center">
      <IconButton
        label={`One copy less of ${book.title}`}
        disabled={book.copies <= 1}
        onClick={() => onChange(book.copies - 1)}
      >
        <Minus size={18} aria-hidden />
      </IconButton>
      <CopiesInput key={book.copies} book={book} max={max} onChange={onChange} />
      <IconButton
        label={`One copy more of ${book.title}`}
        disabled={book.copies >= max}
        onClick={() => onChange(book.copies + 1)}
      >
        <Plus size={18} aria-hidden />
      </IconButton>
    </span>
  )
}

/** Accepts the typed number on Enter or on blur. */
function CopiesInput({ book, max, onChange }: CopiesProps) {
  const take = (input: HTMLInputElement) => {
    const copies = Math.min(max, Math.max(1, Math.round(typedNumber(input.value)) || book.copies))
    input.value = String(copies)
    if (copies !== book.copies) onChange(copies)
  }
  return (
    <input
      aria-label={`Copies of ${book.title}`}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={book.copies}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => take(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposing(event)) return
        event.preventDefault()
        take(event.currentTarget)
      }}
      className="h-11 w-11 rounded-box border border-input bg-surface text-center sm:h-9"
    />
  )
}

/** `before` has the same books in the same order. */
function conditionTexts(before: readonly ChosenBook[], now: readonly ChosenBook[]): string[] {
  return now.flatMap(({ title, condition }, index) => {
    const was = before[index]?.condition
    if (condition === undefined || was === undefined || condition === was) return []
    const subject = now.length > 1 ? `The condition of “${title}”` : 'Condition'
    const [nowLabel, wasLabel] = [condition, was].map((one) => labelOf(conditionLabels, one))
    return `${subject} is now ${nowLabel}. It was ${wasLabel}.`
  })
}

/** Updates chosen books when their listings are edited, and says what changed. */
function useEditedListings(
  books: readonly OfferBook[],
  chosen: readonly ChosenBook[],
  change: (next: ChosenBook[]) => void,
  setText: (text: string) => void,
): void {
  const form = useFormContext<OfferForm>()
  const follow = useEffectEvent((latest: readonly OfferBook[]) => {
    const next = asListed(chosen, latest)
    const edited = next.filter(
      ({ listingVersion }, index) => listingVersion !== chosen[index]?.listingVersion,
    )
    const [first] = edited
    if (!first) return
    const type = form.getValues('orderType')
    const [before, now] = [askingAmount(chosen, type), askingAmount(next, type)]
    change(next)
    const texts = conditionTexts(chosen, next)
    if (before !== now)
      texts.push(`The asking price is now ${formatRupees(now)}. It was ${formatRupees(before)}.`)
    if (texts.length === 0)
      texts.push(`“${first.title}” was changed. Look at it again before you send the offer.`)
    setText(texts.join(' '))
  })
  useEffect(() => follow(books), [books])
}
