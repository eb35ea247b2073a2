import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { offerHours } from '#contract/common/limits.ts'
import {
  listOfferBooks,
  makeOffer,
  type Offer,
  type OfferBook,
  OfferInput,
} from '#contract/orders/offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatAmountInput } from '#web/format.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { todayInIndia } from '#web/session/server-clock.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'
import { ContactFields, useContact } from './contact-fields.tsx'
import { firstHandOver, HandOverFields } from './hand-over-fields.tsx'
import { offerChange } from './offer-change.ts'
import {
  askingAmount,
  asListed,
  type ChosenBook,
  goneTexts,
  isRentable,
  leftOf,
  type OfferForm,
  toItems,
} from './offer-form.ts'
import { OfferItems } from './offer-items.tsx'
import type { ChatDeals } from './use-chat-deals.ts'

type Props = {
  side: Side
  chat: Chat
  replaced?: Offer | undefined
  isRent?: boolean
  onClose: () => void
}

/** Stays open when the other side acts, to say why the offer can't be sent any more. */
export function OfferDialog({ deals, ...props }: Props & { deals: Pick<ChatDeals, 'offers'> }) {
  const change = offerChange(props.chat, props.side, deals, props.replaced)
  return (
    <StaleActionBoundary can={change === undefined} changed={change ?? ''}>
      <OpenOfferDialog {...props} />
    </StaleActionBoundary>
  )
}

function OpenOfferDialog({ side, chat, replaced, isRent, onClose }: Props) {
  const books = useRead(listOfferBooks, { chatId: chat._id })
  const contact = useContact(side)
  // Once there is something to offer, what was typed stays, whatever becomes of the books.
  const [hasBegun, setBegun] = useState(false)
  const hasLeft = replaced !== undefined && leftOf(replaced).length > 0
  if (!hasBegun && books.data && (books.data.length > 0 || hasLeft)) setBegun(true)
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        !replaced
          ? 'Make an offer'
          : replaced.by === side
            ? 'Change my offer'
            : 'Make a counteroffer'
      }
      description={
        side === 'buyer'
          ? `If the seller accepts it within ${offerHours} hours, it is an order.`
          : `If the buyer accepts it within ${offerHours} hours, it is an order.`
      }
    >
      {books.isError ? (
        <LoadError text="Could not load." onRetry={() => void books.refetch()} />
      ) : books.data && !hasBegun ? (
        <p>
          {side === 'buyer' ? 'This seller has' : 'You have'} no book that can be ordered right now.
        </p>
      ) : books.data && contact ? (
        <OfferFields
          side={side}
          chat={chat}
          replaced={replaced}
          {...(isRent && { isRent })}
          books={books.data}
          contact={contact}
          onClose={onClose}
        />
      ) : (
        <Loading>
          <Skeleton className="h-80" />
        </Loading>
      )}
    </Dialog>
  )
}

type FieldsProps = Props & {
  books: OfferBook[]
  contact: NonNullable<ReturnType<typeof useContact>>
}

/** The books of the replaced offer of which copies are left, else the chat's own or the newest. */
function firstBooks({ books, replaced, chat }: FieldsProps): ChosenBook[] {
  const left = replaced ? leftOf(replaced) : []
  if (left.length > 0) return asListed(left, books)
  const own = books.find(({ _id }) => _id === chat.book._id) ?? books[0]
  return own ? [{ ...own, copies: 1 }] : []
}

function OfferFields(props: FieldsProps) {
  const { side, chat, replaced, isRent = false, contact, onClose } = props
  const chosen = firstBooks(props)
  const [edits, setEdits] = useState<string>()
  // All books of a chat's offers are its seller's.
  const offered = props.books[0]?.handOvers
  const asked = replaced?.orderType ?? (isRent ? 'rent' : 'purchase')
  const orderType = isRentable(chosen) ? asked : 'purchase'
  const gone = replaced ? goneTexts(replaced) : []
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
    toInput: ({ days, firstDay, deliveryAddress, phoneNumber, keepAddress, ...offer }) => ({
      ...offer,
      ...(offer.orderType === 'rent' && { days, firstDay }),
      ...(side === 'buyer' &&
        offer.handOver === 'post' && { deliveryAddress, phoneNumber, keepAddress }),
    }),
    fallback: 'The offer could not be sent. Please try again.',
    onDone: onClose,
  })
  const isExplained = edits !== undefined && submission.code === 'offered_book_changed'
  return (
    <ContractForm
      form={form}
      {...submission}
      failure={isExplained ? undefined : submission.failure}
      submitLabel="Send offer"
    >
      {gone.length > 0 && (
        <ul className="rounded-box bg-accent-soft px-4 py-3 text-sm">
          {gone.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <OfferItems
        side={side}
        chat={chat}
        books={props.books}
        chosen={chosen}
        edits={edits}
        onEdit={setEdits}
      />
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
