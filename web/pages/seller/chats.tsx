import { PackagePlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Chat } from '#contract/chats.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { readDelivery } from '#contract/orders/order-form.ts'
import { useRead } from '#web/api/hooks.ts'
import { ChatList } from '#web/features/chat/chat-list.tsx'
import { ChatThread } from '#web/features/chat/chat-thread.tsx'
import { useChat } from '#web/features/chat/use-chat.ts'
import { useChatFilters } from '#web/features/chat/use-chat-filters.ts'
import { openOfferOf, useChatDeals } from '#web/features/offers/use-chat-deals.ts'
import { CreateOrderDialog } from '#web/features/orders/create-order-dialog.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { type Session, useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export const meta = privateMeta('Chats')

const refusalTexts: Record<NonNullable<Chat['orderRefusal']>, string> = {
  chat_read_only: 'This chat is closed, so you can’t create an order from it.',
  seller_away: 'You are on holiday. To end it, go to your profile.',
  book_gone: errorCatalog.book_gone[1],
}

const refusalTextOf = ({ can, orderRefusal = 'chat_read_only' }: Chat): string | undefined =>
  can.includes('order') ? undefined : refusalTexts[orderRefusal]

export default function SellerChats() {
  const session = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const openId = params.get('chat') ?? undefined
  const { pathTo } = useChatFilters('seller')
  const [orderedChat, setOrderedChat] = useState<Chat>()
  const toast = useToast()
  if (!session) return null
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-3xl">Chats</h1>
      <div className="rounded-box border border-border bg-surface">
        <ChatList side="seller" openId={openId} emptyText="No chats available." />
      </div>
      <Dialog
        open={openId !== undefined}
        onClose={() => void navigate(pathTo(), { replace: true, preventScrollReset: true })}
        title="Chat"
        width="lg"
        isFullHeight
        isOpenedByUrl
      >
        {openId !== undefined && (
          <ChatThread
            session={session}
            side="seller"
            chatId={openId}
            action={(chat) => {
              const refusal = refusalTextOf(chat)
              return (
                <Button
                  variant="plain"
                  size="sm"
                  icon={<PackagePlus size={18} />}
                  // The button stays clickable and then says the reason, because phones show no
                  // tooltips.
                  aria-disabled={refusal !== undefined || undefined}
                  title={refusal}
                  onClick={() =>
                    refusal === undefined ? setOrderedChat(chat) : toast({ text: refusal })
                  }
                >
                  Create Order
                </Button>
              )
            }}
          />
        )}
      </Dialog>
      {orderedChat && (
        <CreateOrder
          session={session}
          chat={orderedChat}
          onClose={() => setOrderedChat(undefined)}
        />
      )}
    </div>
  )
}

type CreateOrderProps = { session: Session; chat: Chat; onClose: () => void }

/**
 * Shows the form for a new order. Waits until it is known where the book goes: to the address in
 * the buyer's open offer, or else in the last order or the buyer's profile.
 */
function CreateOrder({ session, chat, onClose }: CreateOrderProps) {
  const latest = useChat(session, chat._id).data ?? chat
  const offered = openOfferOf(useChatDeals(chat))
  const last = useRead(readDelivery, { chatId: chat._id })
  if (last.isPending && last.fetchStatus === 'fetching') return null
  const delivery = offered?.phoneNumber !== undefined ? offered : last.data
  return (
    <StaleActionBoundary can={latest.can.includes('order')}>
      <CreateOrderDialog chat={chat} delivery={delivery} onClose={onClose} />
    </StaleActionBoundary>
  )
}
