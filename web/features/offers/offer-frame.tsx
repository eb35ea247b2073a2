import type { ReactNode } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import type { Offer } from '#contract/orders/offers.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'
import { offerEndText } from './labels.ts'
import { type ChatDeals, openOfferOf } from './use-chat-deals.ts'

export type OfferDialogProps = {
  side: Side
  chat: Chat
  deals: Pick<ChatDeals, 'offers'>
  replaced?: Offer | undefined
  onClose: () => void
}

/** Returns why the offer can't be sent any more, or undefined. */
function changeOf({ side, chat, deals, replaced }: OfferDialogProps): string | undefined {
  if (!chat.can.includes('send')) return 'This chat is closed, so no offer can be sent in it.'
  if (!replaced) {
    const open = openOfferOf(deals)
    return open && open.by !== side ? errorCatalog.offer_open[1] : undefined
  }
  const latest = deals.offers.get(replaced._id) ?? replaced
  return latest.status === 'open' ? undefined : offerEndText(latest)
}

type Props = OfferDialogProps & { title: string; description: string; children: ReactNode }

/** The dialog of an offer or a swap. It stays open to say why the offer can't be sent any more. */
export function OfferFrame({ title, description, children, ...props }: Props) {
  const { side, replaced, onClose } = props
  const change = changeOf(props)
  const changeTitle = replaced?.by === side ? 'Change my offer' : 'Make a counteroffer'
  return (
    <StaleActionBoundary can={change === undefined} changed={change ?? ''}>
      <Dialog open onClose={onClose} title={replaced ? changeTitle : title} {...{ description }}>
        {children}
      </Dialog>
    </StaleActionBoundary>
  )
}
