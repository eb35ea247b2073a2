import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { Link } from 'react-router'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { offerHours } from '#contract/common/policy.ts'
import { listExchangeableBooks } from '#contract/exchanges/exchange-offers.ts'
import { makeOffer, type Offer, OfferInput } from '#contract/orders/offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { GiveCopyButton } from '#web/features/listing/give-copy/give-copy-button.tsx'
import { ContactFields, useContact } from '#web/features/offers/contact-fields.tsx'
import { firstHandOver, HandOverFields } from '#web/features/offers/hand-over-fields.tsx'
import { offerChange } from '#web/features/offers/offer-change.ts'
import type { ChatDeals } from '#web/features/offers/use-chat-deals.ts'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { paths } from '#web/paths.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import { ExchangeBooks } from './exchange-books.tsx'
import {
  asListed,
  type Chosen,
  type ExchangeForm,
  editTexts,
  evenedOut,
  leftOf,
  type TopUp,
  termsOf,
} from './exchange-form.ts'
import { TopUpFields } from './top-up-fields.tsx'

type Props = {
  side: Side
  chat: Chat
  replaced?: Offer | undefined
  onClose: () => void
}

/** Stays open when the other side acts, to say why the offer can't be sent any more. */
export function ExchangeDialog({ deals, ...props }: Props & { deals: Pick<ChatDeals, 'offers'> }) {
  const change = offerChange(props.chat, props.side, deals, props.replaced)
  return (
    <WhilePossible can={change === undefined} changed={change ?? ''}>
      <OpenDialog {...props} />
    </WhilePossible>
  )
}

const titleOf = (side: Side, replaced: Offer | undefined): string => {
  if (!replaced) return 'Offer an exchange'
  return replaced.by === side ? 'Change my offer' : 'Make a counteroffer'
}

function OpenDialog(props: Props) {
  const { side, chat, replaced, onClose } = props
  const chatId = chat._id
  const seller = useRead(listExchangeableBooks, { chatId, side: 'seller', search: '' })
  const buyer = useRead(listExchangeableBooks, { chatId, side: 'buyer', search: '' })
  const contact = useContact(side)
  const [sellerBooks, buyerBooks] = [seller.data, buyer.data]
  const listed = useMemo(
    () => sellerBooks && buyerBooks && { seller: sellerBooks, buyer: buyerBooks },
    [sellerBooks, buyerBooks],
  )
  const own = side === 'buyer' ? buyer : seller
  const retry = () => {
    void seller.refetch()
    void buyer.refetch()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(side, replaced)}
      description={`Your books for ${side === 'buyer' ? 'the seller’s' : 'the buyer’s'}. If they accept within ${offerHours} hours, all copies are kept for you both.`}
    >
      {(seller.isError && !seller.data) || (buyer.isError && !buyer.data) ? (
        <LoadError text="Could not load." onRetry={retry} />
      ) : !listed || !contact ? (
        <Loading>
          <Skeleton className="h-80" />
        </Loading>
      ) : own.data?.length === 0 ? (
        <NothingToGive side={side} />
      ) : listed.seller.length === 0 ? (
        <p>This seller has no book that can be exchanged right now.</p>
      ) : listed.buyer.length === 0 ? (
        <p>The buyer has no book that can be exchanged right now.</p>
      ) : (
        <ExchangeFields {...props} listed={listed} contact={contact} />
      )}
    </Dialog>
  )
}

/** Buyers stay in the chat: the short form lists with their seller account. */
function NothingToGive({ side }: { side: Side }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p>To exchange, list a book that you would give for this one. It takes a minute.</p>
      {side === 'buyer' ? (
        <GiveCopyButton />
      ) : (
        <Link to={paths.seller.books} className="text-primary underline underline-offset-4">
          List a book
        </Link>
      )}
    </div>
  )
}

type FieldsProps = Props & {
  listed: Chosen
  contact: NonNullable<ReturnType<typeof useContact>>
}

/** The chat's book, and one's own if there is just one; else what is left of the offer. */
function firstChosen({ chat, replaced, listed }: FieldsProps): Chosen {
  const left = leftOf(replaced, listed)
  const asked = listed.seller.filter(({ _id }) => _id === chat.book._id)
  const only = listed.buyer.length === 1 ? listed.buyer : []
  return {
    seller: left.seller.length > 0 ? left.seller : asked,
    buyer: left.buyer.length > 0 ? left.buyer : only,
  }
}

function ExchangeFields(props: FieldsProps) {
  const { side, chat, replaced, listed, contact, onClose } = props
  const [chosen, setChosen] = useState(() => firstChosen(props))
  const partner = side === 'buyer' ? chat.seller.name : chat.buyer.name
  const agreed = replaced?.exchange
  const offered = listed.seller[0]?.handOvers
  const form = useContractForm<ExchangeForm, OfferInput>(OfferInput as never, {
    defaultValues: {
      chatId: chat._id,
      replaces: replaced?._id ?? '',
      orderType: 'purchase',
      ...termsOf(
        chosen,
        agreed ? { topUp: String(agreed.topUp), topUpBy: agreed.topUpBy ?? '' } : evenedOut(chosen),
      ),
      handOver: firstHandOver(offered, replaced),
      meetingPoint: replaced?.meetingPoint ?? '',
      ...contact.defaults,
    },
  })
  const submission = useSubmit(form, makeOffer, {
    toInput: ({ deliveryAddress, phoneNumber, keepAddress, ...offer }) => ({
      ...offer,
      ...(offer.handOver === 'post' && { deliveryAddress, phoneNumber }),
      ...(offer.handOver === 'post' && side === 'buyer' && { keepAddress }),
    }),
    fallback: () => 'The offer could not be sent. Please try again.',
    onDone: onClose,
  })
  const set = (next: Chosen, topUp: TopUp) => {
    setChosen(next)
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    const { items, exchange } = termsOf(next, topUp)
    form.setValue('items', items, options)
    form.setValue('exchange', exchange, options)
  }
  const change = (of: Side, books: Chosen['seller']) => {
    const next = { ...chosen, [of]: books }
    set(next, evenedOut(next))
  }
  const edits = useEditedBooks(listed, chosen, (next) => {
    const { topUp, topUpBy } = form.getValues('exchange')
    const even = evenedOut(chosen)
    const isEven = topUp === even.topUp && topUpBy === even.topUpBy
    set(next, isEven ? evenedOut(next) : { topUp, topUpBy })
  })
  const { errors } = form.formState
  const isExplained = edits !== undefined && submission.code === 'offered_book_changed'
  const theirs = side === 'buyer' ? 'seller' : 'buyer'
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        {...submission}
        failure={isExplained ? undefined : submission.failure}
        submitLabel="Send offer"
      >
        <ExchangeBooks
          chatId={chat._id}
          of={theirs}
          heading="You get"
          addLabel={`Add another book of ${partner}`}
          chosen={chosen[theirs]}
          listed={listed[theirs].length}
          error={theirs === 'seller' ? errors.items?.message : errors.exchange?.items?.message}
          onChange={(books) => change(theirs, books)}
        />
        <ExchangeBooks
          chatId={chat._id}
          of={side}
          heading="You give"
          addLabel="Add another of your books"
          chosen={chosen[side]}
          listed={listed[side].length}
          error={side === 'seller' ? errors.items?.message : errors.exchange?.items?.message}
          onChange={(books) => change(side, books)}
        />
        {edits && (
          <p role="alert" className="rounded-box bg-accent-soft px-4 py-3 text-sm">
            {edits}
          </p>
        )}
        <TopUpFields side={side} partner={partner} chosen={chosen} />
        <HandOverFields
          offered={offered}
          byPost={<ContactFields addresses={contact.addresses} side={side} />}
        />
      </ContractForm>
    </FormProvider>
  )
}

/** Updates chosen books when their listings are edited. Returns what changed, in sentences. */
function useEditedBooks(
  listed: Chosen,
  chosen: Chosen,
  change: (next: Chosen) => void,
): string | undefined {
  const [edits, setEdits] = useState<string>()
  const follow = useEffectEvent((latest: Chosen) => {
    const texts = editTexts(chosen, latest)
    if (texts.length === 0) return
    change(asListed(chosen, latest))
    setEdits(texts.join(' '))
  })
  useEffect(() => follow(listed), [listed])
  return edits
}
