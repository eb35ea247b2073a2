import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { maxExchangeBooks, offerHours } from '#contract/common/limits.ts'
import {
  type ExchangeableBook,
  listExchangeableBooks,
} from '#contract/exchanges/exchange-offers.ts'
import { makeOffer, OfferInput } from '#contract/orders/offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { QuickListingButton } from '#web/features/listing/quick-listing/quick-listing-button.tsx'
import { ContactFields, useContact } from '#web/features/offers/contact-fields.tsx'
import { firstHandOver, HandOverFields } from '#web/features/offers/hand-over-fields.tsx'
import { type OfferDialogProps, OfferFrame } from '#web/features/offers/offer-frame.tsx'
import { ChosenBooks } from '#web/features/offers/offered-books.tsx'
import { formatRupees, typedNumber } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { NumberInput } from '#web/forms/number-input.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/inputs/field.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import {
  asListed,
  type Chosen,
  type ExchangeForm,
  evenedOut,
  firstChosen,
  sumOfValues,
  type TopUp,
  termsOf,
  topUpText,
} from './exchange-form.ts'

export function ExchangeDialog(props: OfferDialogProps) {
  const { side, chat } = props
  const other = otherSide(side)
  const chatId = chat._id
  const seller = useRead(listExchangeableBooks, { chatId, side: 'seller', search: '' })
  const buyer = useRead(listExchangeableBooks, { chatId, side: 'buyer', search: '' })
  const contact = useContact(side)
  const query = {
    data:
      seller.data && buyer.data && contact
        ? { listed: { seller: seller.data, buyer: buyer.data }, contact }
        : undefined,
    isError: seller.isError || buyer.isError,
    refetch: () => Promise.all([seller.refetch(), buyer.refetch()]),
  }
  return (
    <OfferFrame
      {...props}
      title="Offer a swap"
      description={`Your books for the ${other}’s. If they accept within ${offerHours} hours, all of them are reserved.`}
    >
      <QueryView query={query} skeletons={['h-80']} failed="Could not load.">
        {(data) =>
          data.listed[side].length === 0 ? (
            <NothingToGive side={side} />
          ) : data.listed[other].length === 0 ? (
            <p>The {other} has no book to swap right now.</p>
          ) : (
            <ExchangeFields {...props} {...data} />
          )
        }
      </QueryView>
    </OfferFrame>
  )
}

/**
 * Offers a way to list a book. Buyers stay in the chat, because the short form lists the book with
 * their seller account.
 */
const NothingToGive = ({ side }: { side: Side }) => (
  <div className="flex flex-col items-start gap-4">
    <p>To swap, list a book that you would give for this one. It takes a minute.</p>
    {side === 'buyer' ? (
      <QuickListingButton />
    ) : (
      <TextLink to={paths.seller.books}>List a book</TextLink>
    )}
  </div>
)

type FieldsProps = OfferDialogProps & {
  listed: Chosen
  contact: NonNullable<ReturnType<typeof useContact>>
}

function ExchangeFields({ side, chat, replaced, listed, contact, onClose }: FieldsProps) {
  const [chosen, setChosen] = useState(() => firstChosen(listed, chat.book._id, replaced))
  const books = asListed(chosen, listed)
  const theirs = otherSide(side)
  const partner = chat[theirs].name
  const agreed = replaced?.exchange
  const offered = listed.seller[0]?.handOvers
  const form = useContractForm<ExchangeForm, OfferInput>(OfferInput as never, {
    defaultValues: {
      chatId: chat._id,
      replaces: replaced?._id ?? '',
      orderType: 'purchase',
      ...termsOf(
        books,
        agreed ? { topUp: String(agreed.topUp), topUpBy: agreed.topUpBy ?? '' } : evenedOut(books),
      ),
      handOver: firstHandOver(offered, replaced),
      meetingPoint: replaced?.meetingPoint ?? '',
      ...contact.defaults,
    },
  })
  const submission = useSubmit(form, makeOffer, {
    toInput: ({ deliveryAddress, phoneNumber, keepAddress, exchange, ...offer }) => {
      const { items, exchange: given } = termsOf(books, evenedOut(books))
      return {
        ...offer,
        items,
        exchange: exchange && { ...exchange, items: given.items },
        ...(offer.handOver === 'post' && { deliveryAddress, phoneNumber }),
        ...(offer.handOver === 'post' && side === 'buyer' && { keepAddress }),
      }
    },
    fallback: () => 'The offer could not be sent. Please try again.',
    onDone: onClose,
  })
  const choose = (of: Side) => (next: Chosen[Side]) => {
    const all = { ...books, [of]: next }
    setChosen(all)
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    const { items, exchange } = termsOf(all, evenedOut(all))
    form.setValue('items', items, options)
    form.setValue('exchange', exchange, options)
  }
  const { errors } = form.formState
  const booksOf = (of: Side) => ({
    chatId: chat._id,
    of,
    books: books[of],
    listed: listed[of].length,
    error: of === 'seller' ? errors.items?.message : errors.exchange?.items?.message,
    onChange: choose(of),
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Send offer">
      <ExchangeBooks
        {...booksOf(theirs)}
        heading="You get"
        addLabel={`Add another book of ${partner}`}
      />
      <ExchangeBooks {...booksOf(side)} heading="You give" addLabel="Add another of your books" />
      <TopUpFields side={side} partner={partner} books={books} />
      <HandOverFields
        offered={offered}
        byPost={<ContactFields addresses={contact.addresses} side={side} />}
      />
    </ContractForm>
  )
}

type TopUpProps = { side: Side; partner: string; books: Chosen }

function TopUpFields({ side, partner, books }: TopUpProps) {
  const { register, setValue, watch, formState } = useFormContext<ExchangeForm>()
  if (books.seller.length === 0 || books.buyer.length === 0) return null
  const other = otherSide(side)
  const even = evenedOut(books)
  const { topUp, topUpBy } = watch('exchange')
  const isEven = topUpBy === even.topUpBy && typedNumber(topUp) === Number(even.topUp)
  const set = (values: TopUp) => {
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    setValue('exchange.topUpBy', values.topUpBy, options)
    setValue('exchange.topUp', values.topUp, options)
  }
  return (
    <fieldset className="flex flex-col gap-2 rounded-box bg-sunken p-3">
      <legend className="sr-only">Cash difference</legend>
      <p className="text-sm">
        You get books for {formatRupees(sumOfValues(books[other]))} and give books for{' '}
        {formatRupees(sumOfValues(books[side]))}.
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Who pays it">
          <Select
            value={topUpBy}
            onChange={(event) => {
              const by = event.target.value as '' | Side
              set({ topUpBy: by, topUp: by === '' ? '0' : topUp === '0' ? '' : topUp })
            }}
          >
            <option value="">Nobody</option>
            <option value={side}>I do</option>
            <option value={other}>{partner}</option>
          </Select>
        </Field>
        {topUpBy !== '' && (
          <Field label="Cash difference (₹)" error={formState.errors.exchange?.topUp?.message}>
            <NumberInput isWhole {...register('exchange.topUp')} />
          </Field>
        )}
      </div>
      {isEven ? (
        <p className="text-muted text-sm">Makes it even.</p>
      ) : (
        <Button variant="plain" size="sm" className="self-start" onClick={() => set(even)}>
          Make it even: {topUpText({ ...even, topUp: Number(even.topUp) }, side, partner)}
        </Button>
      )}
    </fieldset>
  )
}

type BooksProps = {
  chatId: string
  of: Side
  heading: string
  addLabel: string
  books: readonly ExchangeableBook[]
  listed: number
  error: string | undefined
  onChange: (books: ExchangeableBook[]) => void
}

/** Lets a person choose the books that one side gives. Shows their values. */
function ExchangeBooks({ chatId, of, onChange, ...props }: BooksProps) {
  const useBooks = (search: string) =>
    useRead(listExchangeableBooks, { chatId, side: of, search }, { keepPrevious: true })
  return (
    <ChosenBooks
      {...props}
      max={maxExchangeBooks}
      searchLabel="Search these books"
      useBooks={useBooks}
      amountOf={({ value }) => value}
      onAdd={(book) => onChange([...props.books, book])}
      onRemove={({ _id: id }) => onChange(props.books.filter(({ _id }) => _id !== id))}
    >
      {({ value }) => <span className="text-muted">{formatRupees(value)}</span>}
    </ChosenBooks>
  )
}
