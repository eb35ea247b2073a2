import { useState } from 'react'
import { otherSide } from '#contract/common/endpoint.ts'
import { offerHours } from '#contract/common/limits.ts'
import { listOfferBooks, makeOffer, type OfferBook, OfferInput } from '#contract/orders/offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatAmountInput } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { todayInIndia } from '#web/session/server-clock.ts'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { ContactFields, useContact } from './contact-fields.tsx'
import { firstHandOver, HandOverFields } from './hand-over-fields.tsx'
import {
  askingAmount,
  asListed,
  type ChosenBook,
  isRentable,
  latestItems,
  leftOf,
  type OfferForm,
  toItems,
  unavailableTexts,
} from './offer-form.ts'
import { type OfferDialogProps, OfferFrame } from './offer-frame.tsx'
import { OfferItems } from './offer-items.tsx'

type Props = OfferDialogProps & { isRent?: boolean }

export function OfferDialog(props: Props) {
  const { side, chat } = props
  const books = useRead(listOfferBooks, { chatId: chat._id })
  const contact = useContact(side)
  return (
    <OfferFrame
      {...props}
      title="Make an offer"
      description={`If the ${otherSide(side)} accepts it within ${offerHours} hours, it is an order.`}
    >
      <QueryView
        query={{ ...books, data: contact && books.data && { contact, books: books.data } }}
        skeletons={['h-80']}
        failed="Could not load."
      >
        {(data) => <OfferOrNothing {...props} {...data} />}
      </QueryView>
    </OfferFrame>
  )
}

type FieldsProps = Props & {
  books: OfferBook[]
  contact: NonNullable<ReturnType<typeof useContact>>
}

/** Shows the form if there was a book to offer when the dialog opened, even if none is left. */
function OfferOrNothing(props: FieldsProps) {
  const { side, books, replaced } = props
  const [hasBooks] = useState(books.length > 0 || (replaced && leftOf(replaced).length > 0))
  if (hasBooks) return <OfferFields {...props} />
  return <p>{side === 'buyer' ? 'This seller has' : 'You have'} no book that can be ordered now.</p>
}

/**
 * Returns the books that the form starts with: those of the replaced offer that have copies left,
 * or else the book of the chat, or else the seller's newest book.
 */
function firstBooks({ books, replaced, chat }: FieldsProps): ChosenBook[] {
  const left = replaced ? leftOf(replaced) : []
  if (left.length > 0) return asListed(left, books)
  const own = books.find(({ _id }) => _id === chat.book._id) ?? books[0]
  return own ? [{ ...own, copies: 1 }] : []
}

function OfferFields(props: FieldsProps) {
  const { side, chat, replaced, isRent = false, contact, onClose } = props
  const chosen = firstBooks(props)
  const offered = props.books[0]?.handOvers
  const asked = replaced?.orderType ?? (isRent ? 'rent' : 'purchase')
  const orderType = isRentable(chosen) ? asked : 'purchase'
  const gone = replaced ? unavailableTexts(replaced) : []
  const firstAmount =
    gone.length === 0 && orderType === replaced?.orderType ? replaced.amount : undefined
  const form = useContractForm<OfferForm, OfferInput>(OfferInput, {
    defaultValues: {
      chatId: chat._id,
      replaces: replaced?._id ?? '',
      orderType,
      amount: formatAmountInput(firstAmount ?? askingAmount(chosen, orderType)),
      days: replaced?.days === undefined ? '' : String(replaced.days),
      firstDay: replaced?.firstDay ?? todayInIndia(),
      items: toItems(chosen),
      handOver: firstHandOver(offered, replaced),
      meetingPoint: replaced?.meetingPoint ?? '',
      ...contact.defaults,
    },
  })
  const submission = useSubmit(form, makeOffer, {
    toInput: ({ items, days, firstDay, deliveryAddress, phoneNumber, keepAddress, ...offer }) => ({
      ...offer,
      // The server rejects an offer if a book was edited. The next attempt sends the version that
      // the person has seen since then.
      items: wasEdited() ? latestItems(items, props.books) : items,
      ...(offer.orderType === 'rent' && { days, firstDay }),
      ...(side === 'buyer' &&
        offer.handOver === 'post' && { deliveryAddress, phoneNumber, keepAddress }),
    }),
    fallback: 'The offer could not be sent. Please try again.',
    onDone: onClose,
  })
  const wasEdited = (): boolean => submission.code === 'offered_book_changed'
  return (
    <ContractForm form={form} {...submission} submitLabel="Send offer">
      {gone.length > 0 && (
        <ul className="rounded-box bg-accent-soft px-4 py-3 text-sm">
          {gone.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <OfferItems side={side} chat={chat} books={props.books} chosen={chosen} />
      <HandOverFields
        offered={offered}
        byPost={
          side === 'buyer' ? (
            <ContactFields addresses={contact.addresses} />
          ) : (
            <p className="text-muted text-sm">The buyer gives the address when accepting.</p>
          )
        }
      />
    </ContractForm>
  )
}
