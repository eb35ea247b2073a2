import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { maxOfferBooks, maxOfferCopies } from '#contract/common/limits.ts'
import { listOfferBooks, type OfferBook } from '#contract/orders/offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatAmountInput, formatRupees, typedNumber } from '#web/format.ts'
import { IconButton } from '#web/ui/button.tsx'
import { isComposing } from '#web/ui/input-method.ts'
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
import { ChosenBooks } from './offered-books.tsx'

type Props = { side: Side; chat: Chat; books: OfferBook[]; chosen: ChosenBook[] }

/**
 * The books and the amount of an offer. Until the amount is typed, it follows the asking prices.
 */
export function OfferItems({ side, chat, books, chosen: firstChosen }: Props) {
  const form = useFormContext<OfferForm>()
  const [picked, setPicked] = useState(firstChosen)
  const chosen = asListed(picked, books)
  const copies = chosen.reduce((sum, book) => sum + book.copies, 0)
  const change = (next: ChosenBook[], orderType = form.getValues('orderType')) => {
    const type = isRentable(next) ? orderType : 'purchase'
    const asked = askingAmount(chosen, form.getValues('orderType'))
    setPicked(next)
    form.setValue('orderType', type)
    form.setValue('items', toItems(next), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
    const hasTyped = form.formState.dirtyFields.amount && orderType === form.getValues('orderType')
    if (!hasTyped && asked !== askingAmount(next, type))
      form.resetField('amount', { defaultValue: formatAmountInput(askingAmount(next, type)) })
  }
  const useBooks = (search: string) =>
    useRead(listOfferBooks, { chatId: chat._id, search }, { keepPrevious: true })
  // The server lists the chat's book only while the book can be offered.
  const isGone = (id: string) => id === chat.book._id && !books.some(({ _id }) => _id === id)
  const setCopies = (id: string, count: number) =>
    change(chosen.map((book) => (book._id === id ? { ...book, copies: count } : book)))
  const error = form.formState.errors.items
  return (
    <>
      <ChosenBooks
        heading="Books"
        isHeadingHidden
        books={chosen}
        max={maxOfferBooks}
        listed={books.length}
        error={error?.message}
        searchLabel="Search the seller’s books"
        addLabel={
          side === 'buyer' ? 'Add another book of this seller' : 'Add another of your books'
        }
        addsSeveral
        useBooks={useBooks}
        amountOf={({ price }) => price}
        onAdd={(book) => change([...chosen, { ...book, copies: 1 }])}
        onRemove={
          chosen.length > 1
            ? ({ _id: id }) => change(chosen.filter(({ _id }) => _id !== id))
            : undefined
        }
      >
        {(book) => (
          <>
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="text-muted">{askingText(book, form.watch('orderType'))}</span>
              <Copies
                book={book}
                max={Math.min(book.available, book.copies + maxOfferCopies - copies)}
                onChange={(count) => setCopies(book._id, count)}
              />
            </span>
            {isGone(book._id) && <FieldError>{errorCatalog.book_gone[1]}</FieldError>}
          </>
        )}
      </ChosenBooks>
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
        <Minus size={18} />
      </IconButton>
      <CopiesInput key={book.copies} book={book} max={max} onChange={onChange} />
      <IconButton
        label={`One copy more of ${book.title}`}
        disabled={book.copies >= max}
        onClick={() => onChange(book.copies + 1)}
      >
        <Plus size={18} />
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
