import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Chat, Message } from '#contract/chats.ts'
import {
  sellerText,
  unknownBook,
  unknownBuyer,
  unknownSeller,
} from '#contract/common/display-names.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import type { Offer } from '#contract/orders/offers.ts'
import { errorMessage } from '#web/api/client.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { type Composer, MessageComposer } from '#web/features/chat/message-composer.tsx'
import { useUnblock } from '#web/features/complaints/use-unblock.ts'
import { latestOrders, useChatDeals } from '#web/features/offers/use-chat-deals.ts'
import { OrderInChat } from '#web/features/orders/buyer-actions.tsx'
import { MeetingCard } from '#web/features/orders/hand-over/meeting-card.tsx'
import { paths } from '#web/paths.ts'
import {
  useIsConnected,
  useRealtimeSession,
  useUnsentMessages,
} from '#web/realtime/realtime-provider.tsx'
import type { Session } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { LoadError } from '#web/ui/loading/empty-state.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { Loading } from '#web/ui/loading/loading.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatMessages } from './chat-messages.tsx'
import {
  AddToChat,
  AnyOfferCard,
  type Offering,
  OfferingDialog,
  useChatOpens,
} from './offer-dialogs.tsx'
import { useChat, useOpenChat, useTyping } from './use-chat.ts'

const SavedReplies = lazyPart(() =>
  import('./saved-replies.tsx').then((module) => module.SavedReplies),
)

const typingNoticeEveryMs = 2500

const firstMessages = ({ isRentable }: { isRentable: boolean }): readonly string[] => [
  'Is this still available?',
  isRentable ? 'Can I rent it for a month?' : 'Would you take a little less?',
  'Where can I pick it up?',
]

type Props = {
  session: Session
  side: Side
  chatId: string
  /**
   * A button beside the book or, on phones, above the composer. Chats with such a button are in a
   * dialog, so they have no back link.
   */
  action?: (chat: Chat) => ReactNode
}

export function ChatThread({ session, side, chatId, action }: Props) {
  const chat = useChat(session, chatId)
  useOpenChat(chatId, chat.data !== undefined)
  if (chat.isPending)
    return (
      <Loading
        skeletons={['h-16', 'h-12 w-2/3', 'h-12 w-1/2 self-end', 'h-12 w-2/3']}
        className="flex flex-col gap-3 p-4"
      />
    )
  if (!chat.data) {
    const isRejected = isRefusal(chat.error)
    return (
      <div className="flex flex-col gap-4 p-4">
        <LoadError
          text={errorMessage(chat.error, 'Failed to fetch chat.')}
          onRetry={isRejected ? undefined : () => void chat.refetch()}
        />
        <LinkButton to={paths[side].chats} variant="plain" className="self-center">
          All chats
        </LinkButton>
      </div>
    )
  }
  return (
    <OpenChat
      key={chatId}
      session={session}
      side={side}
      chat={chat.data}
      action={action?.(chat.data)}
    />
  )
}

function OpenChat({
  session,
  side,
  chat,
  action,
}: {
  session: Session
  side: Side
  chat: Chat
  action: ReactNode
}) {
  const unsent = useUnsentMessages().filter(({ chatId }) => chatId === chat._id)
  const partner =
    side === 'buyer'
      ? { id: chat.seller._id, name: chat.seller.name || unknownSeller }
      : { id: chat.buyer._id, name: chat.buyer.name || unknownBuyer }
  const title = chat.book.title || unknownBook
  const isConnected = useIsConnected()
  const isTyping = useTyping(chat._id)
  const isFirst = side === 'buyer' && chat.messages.length === 0 && unsent.length === 0
  const deals = useChatDeals(chat)
  const opens = useChatOpens(chat.can)
  const [offering, setOffering] = useState<Offering | undefined>(opens && { kind: opens })
  const [replying, setReplying] = useState<Composer>()
  const counter = (replaced: Offer) =>
    setOffering({ kind: replaced.exchange ? 'exchange' : 'offer', replaced })
  const dealOf = (message: Message) => {
    const { _id, offerId, orderId } = message
    const meeting = deals.meetings.get(_id)
    const meetingCard = meeting && (
      <MeetingCard meeting={meeting} side={side} partnerName={partner.name} />
    )
    const offer = offerId === undefined ? undefined : deals.offers.get(offerId)
    if (offer)
      return (
        <>
          <AnyOfferCard
            offer={offer}
            side={side}
            partnerName={side === 'buyer' ? sellerText(chat.seller) : partner.name}
            onCounter={counter}
          />
          {meetingCard}
        </>
      )
    if (meetingCard) return meetingCard
    const order = orderId === undefined ? undefined : deals.orders.get(orderId)
    return order ? <OrderInChat order={order} side={side} /> : null
  }
  const state = !isConnected
    ? 'Waiting for connection. Messages are sent as soon as it’s back.'
    : isTyping
      ? `${partner.name} is typing…`
      : ''
  return (
    <section aria-label={`Chat about ${title}`} data-chat className="flex h-full min-h-0 flex-col">
      <ChatHeader
        side={side}
        chat={chat}
        partner={partner}
        action={action}
        orders={latestOrders(deals)}
      />
      <ChatMessages
        session={session}
        side={side}
        chat={chat}
        unsent={unsent}
        dealOf={dealOf}
        intro={<SafetyNote />}
      />
      <p aria-live="polite" className={state ? 'px-4 text-muted text-sm' : 'sr-only'}>
        {state}
      </p>
      {action && <div className="px-2 pb-2 sm:hidden typing:hidden">{action}</div>}
      {chat.can.includes('send') ? (
        <ChatComposer
          chatId={chat._id}
          start={(composer) => (
            <AddToChat
              side={side}
              chat={chat}
              deals={deals}
              onOffer={setOffering}
              onReplies={() => {
                // The dialog returns the focus to where it was.
                composer.focus()
                setReplying(composer)
              }}
            />
          )}
          suggestions={isFirst ? firstMessages(chat.book) : []}
        />
      ) : (
        <ClosedComposer partner={partner} isBlocked={chat.can.includes('unblock')} />
      )}
      {replying && (
        <Suspense>
          <SavedReplies
            onPick={(text) => {
              replying.insert(text)
              setReplying(undefined)
            }}
            onClose={() => setReplying(undefined)}
          />
        </Suspense>
      )}
      {offering && (
        <OfferingDialog
          side={side}
          chat={chat}
          deals={deals}
          offering={offering}
          onClose={() => setOffering(undefined)}
        />
      )}
    </section>
  )
}

const SafetyNote = () => (
  <p className="mx-auto mb-4 max-w-md rounded-box bg-sunken px-3 py-2 text-center text-muted text-sm">
    Pay when you have the book. To receive money you never scan a QR code or enter a PIN.{' '}
    <Link to={paths.safety} className="underline">
      Meeting and paying safely
    </Link>
  </p>
)

/** Focuses the field, except on touch screens, where the keyboard would cover the messages. */
const focusWithMouse = (element: HTMLTextAreaElement | null) => {
  if (window.matchMedia('(hover: hover)').matches) focusOnMount(element)
}

type ChatComposerProps = {
  chatId: string
  start?: (composer: Composer) => ReactNode
  suggestions?: readonly string[]
}

export function ChatComposer({ chatId, start, suggestions = [] }: ChatComposerProps) {
  const connection = useRealtimeSession()
  const lastNoticeAt = useRef(0)
  const sendTyping = (text: string) => {
    if (text.trim() === '' || Date.now() - lastNoticeAt.current < typingNoticeEveryMs) return
    lastNoticeAt.current = Date.now()
    connection?.socket.volatile.emit('typing', { chatId }, () => {})
  }
  return (
    <MessageComposer
      draft={`chat ${chatId}`}
      fieldRef={focusWithMouse}
      start={start}
      suggestions={suggestions}
      onType={sendTyping}
      onSend={(outbox, text) => outbox.send(chatId, text)}
    />
  )
}

type ClosedComposerProps = { partner: { id: string; name: string }; isBlocked: boolean }

/**
 * Replaces the composer in a closed chat. Unless the viewer has blocked the person, the text
 * doesn't reveal who has closed the chat.
 */
function ClosedComposer({ partner, isBlocked }: ClosedComposerProps) {
  const { unblock, pending } = useUnblock(partner)
  return (
    <div
      className="wrap-anywhere flex flex-wrap items-center justify-center gap-x-3 gap-y-1
        border-border border-t p-4 text-center text-muted"
    >
      {isBlocked ? (
        <>
          <p>You blocked {partner.name}.</p>
          <Button variant="plain" size="sm" pending={pending} onClick={() => void unblock()}>
            Unblock
          </Button>
        </>
      ) : (
        <p>{errorCatalog.chat_read_only[1]}</p>
      )}
    </div>
  )
}
