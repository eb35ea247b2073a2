import type { ReactNode } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Offer } from '#contract/orders/offers.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'
import { type ChatDeals, openOfferOf } from './use-chat-deals.ts'

export type OfferDialogProps = {
  side: Side
  chat: Chat
  deals: Pick<ChatDeals, 'offers'>
  replaced?: Offer | undefined
  onClose: () => void
}

function canOffer({ side, chat, deals, replaced }: OfferDialogProps): boolean {
  if (!chat.can.includes('send')) return false
  if (replaced) return (deals.offers.get(replaced._id) ?? replaced).status === 'open'
  const open = openOfferOf(deals)
  return !open || open.by === side
}

type Props = OfferDialogProps & { title: string; description: string; children: ReactNode }

/** The dialog in which a person makes or changes an offer or a swap. */
export function OfferFrame({ title, description, children, ...props }: Props) {
  const { side, replaced, onClose } = props
  const changeTitle = replaced?.by === side ? 'Change my offer' : 'Make a counteroffer'
  return (
    <StaleActionBoundary can={canOffer(props)}>
      <Dialog
        open
        onClose={onClose}
        title={replaced ? changeTitle : title}
        description={description}
      >
        {children}
      </Dialog>
    </StaleActionBoundary>
  )
}
