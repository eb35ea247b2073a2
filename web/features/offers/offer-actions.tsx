import { useState } from 'react'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import {
  acceptOffer,
  declineOffer,
  makeOffer,
  type Offer,
  withdrawOffer,
} from '#contract/orders/offers.ts'
import { useWrite } from '#web/api/hooks.ts'
import { formatRupees } from '#web/format.ts'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { todayInIndia } from '#web/session/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'
import { ContactDialog } from './contact-fields.tsx'

/** The same terms for the current listing. A first day in the past becomes today. */
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
  const { failure, attempt } = useWriteFailure(offer.can)
  const [isAskingAddress, setAskingAddress] = useState(false)
  const accept = useWrite(acceptOffer)
  const decline = useWrite(declineOffer)
  const withdraw = useWrite(withdrawOffer)
  const renew = useWrite(makeOffer)
  const isPending = [accept, decline, withdraw, renew].some(({ pending }) => pending)
  const send = (write: () => Promise<unknown>) =>
    !isPending && void attempt(write, 'Could not be saved. Please try again.')
  const run = (write: typeof accept | typeof decline | typeof withdraw) =>
    send(() => write.run({ offerId: offer._id }))
  const getsBooks = side === 'buyer' || offer.exchange !== undefined
  const needsAddress = getsBooks && offer.handOver === 'post' && offer.extendsOrderId === undefined
  return (
    <>
      {offer.can.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {offer.can.includes('accept') && (
            <Button
              className="w-full"
              pending={accept.pending}
              onClick={() => (needsAddress ? setAskingAddress(true) : run(accept))}
            >
              Accept
            </Button>
          )}
          {offer.can.includes('renew') && (
            <Button
              className="w-full"
              pending={renew.pending}
              onClick={() =>
                needsAddress && side === 'buyer' && !offer.deliveryAddress
                  ? onCounter(offer)
                  : send(() => renew.run(sameOffer(offer, side)))
              }
            >
              {side === 'buyer' ? 'Yes, I still want it' : 'Ask the buyer again'}
            </Button>
          )}
          {offer.can.includes('counter') && (
            <Button variant="plain" className="flex-1" onClick={() => onCounter(offer)}>
              Counteroffer
            </Button>
          )}
          {offer.can.includes('decline') && (
            <Button
              variant="danger-ghost"
              className="flex-1"
              pending={decline.pending}
              onClick={() => run(decline)}
            >
              Decline
            </Button>
          )}
          {offer.can.includes('withdraw') && (
            <Button
              variant="plain"
              size="sm"
              pending={withdraw.pending}
              onClick={() => run(withdraw)}
            >
              Withdraw
            </Button>
          )}
        </div>
      )}
      <FormError>{failure}</FormError>
      {isAskingAddress && (
        <StaleActionBoundary can={offer.can.includes('accept')}>
          <ContactDialog
            side={side}
            endpoint={acceptOffer}
            toInput={(contact) => ({ ...contact, offerId: offer._id })}
            failed="Could not be saved. Please try again."
            title={offer.exchange ? 'Accept the swap' : `Accept for ${formatRupees(offer.total)}`}
            description={`Where should the ${otherSide(side)} send ${offer.exchange ? 'what you get' : 'it'}?`}
            submitLabel={offer.exchange ? 'Accept swap' : 'Accept offer'}
            onClose={() => setAskingAddress(false)}
          />
        </StaleActionBoundary>
      )}
    </>
  )
}
