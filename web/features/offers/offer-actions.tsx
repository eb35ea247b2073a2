import { otherSide, type Side } from '#contract/common/endpoint.ts'
import {
  acceptOffer,
  declineOffer,
  makeOffer,
  type Offer,
  withdrawOffer,
} from '#contract/orders/offers.ts'
import { formatRupees } from '#web/format.ts'
import { ActionButton, DialogButton } from '#web/forms/action-buttons.tsx'
import { todayInIndia } from '#web/session/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ContactDialog } from './contact-fields.tsx'

/**
 * Returns a new offer with the same terms for the current listing. A first day in the past becomes
 * today.
 */
function sameOffer(offer: Offer, side: Side) {
  const { chatId, orderType, amount, days, handOver, meetingPoint, items } = offer
  const today = todayInIndia()
  return {
    chatId,
    replaces: offer._id,
    orderType,
    amount,
    handOver,
    meetingPoint,
    items: items.map(({ book, copies, listingVersion }) => ({
      bookId: book._id,
      copies,
      listingVersion,
    })),
    ...(days !== undefined && {
      days,
      firstDay: offer.firstDay && offer.firstDay > today ? offer.firstDay : today,
    }),
    ...(side === 'buyer' && {
      deliveryAddress: offer.deliveryAddress,
      phoneNumber: offer.phoneNumber,
    }),
  }
}

type Props = { offer: Offer; side: Side; onCounter: (offer: Offer) => void }

/** The buttons of an offer. Accepting books by post asks for an address. */
export function OfferActions({ offer, side, onCounter }: Props) {
  const { can, exchange } = offer
  const input = { offerId: offer._id }
  const failed = 'Could not be saved. Please try again.'
  const getsBooks = side === 'buyer' || exchange !== undefined
  const needsAddress = getsBooks && offer.handOver === 'post' && offer.extendsOrderId === undefined
  const renew = {
    label: side === 'buyer' ? 'Yes, I still want it' : 'Ask the buyer again',
    className: 'w-full',
  }
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {needsAddress ? (
        <DialogButton label="Accept" className="w-full" can={can.includes('accept')}>
          {(close) => (
            <ContactDialog
              side={side}
              endpoint={acceptOffer}
              toInput={(contact) => ({ ...contact, ...input })}
              failed={failed}
              title={exchange ? 'Accept the swap' : `Accept for ${formatRupees(offer.total)}`}
              description={`Where should the ${otherSide(side)} send ${exchange ? 'what you get' : 'it'}?`}
              submitLabel={exchange ? 'Accept swap' : 'Accept offer'}
              onClose={close}
            />
          )}
        </DialogButton>
      ) : (
        <ActionButton
          label="Accept"
          className="w-full"
          can={can.includes('accept')}
          endpoint={acceptOffer}
          input={input}
          failed={failed}
        />
      )}
      {can.includes('renew') &&
        (needsAddress && side === 'buyer' && !offer.deliveryAddress ? (
          <Button className="w-full" onClick={() => onCounter(offer)}>
            {renew.label}
          </Button>
        ) : (
          <ActionButton
            {...renew}
            endpoint={makeOffer}
            input={sameOffer(offer, side)}
            failed={failed}
          />
        ))}
      {can.includes('counter') && (
        <Button variant="plain" className="flex-1" onClick={() => onCounter(offer)}>
          Counteroffer
        </Button>
      )}
      <ActionButton
        label="Decline"
        variant="danger-ghost"
        className="flex-1"
        can={can.includes('decline')}
        endpoint={declineOffer}
        input={input}
        failed={failed}
      />
      <ActionButton
        label="Withdraw"
        variant="plain"
        size="sm"
        can={can.includes('withdraw')}
        endpoint={withdrawOffer}
        input={input}
        failed={failed}
      />
    </div>
  )
}
