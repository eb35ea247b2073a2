import { Check, CheckCheck } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { Chat, Message } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import {
  DayLine,
  MessageBubble,
  MessageTime,
  SystemBubble,
  UnsentBubble,
} from '#web/features/chat/message-bubbles.tsx'
import { MessageMenu } from '#web/features/complaints/message-menu.tsx'
import type { UnsentMessage } from '#web/realtime/unsent-messages.ts'
import type { Session } from '#web/session/session.ts'

import { inSecondPerson } from './message-text.ts'

type Props = {
  session: Session
  side: Side
  chat: Chat
  unsent: UnsentMessage[]
  /** Returns a message's card: shown instead of an offer's message, or below one about an order. */
  dealOf?: (message: Message) => ReactNode
}

export function ChatMessages({ session, side, chat, unsent, dealOf = () => null }: Props) {
  const lastReadNumber = chat.readUpTo[side === 'buyer' ? 'seller' : 'buyer']
  if (chat.messages.length === 0 && unsent.length === 0)
    return <p className="py-8 text-center text-muted">No messages yet. Say hello.</p>
  return (
    <ol className="flex flex-col gap-2">
      {chat.messages.map((message, index) => (
        <Fragment key={message._id}>
          <DayLine previous={chat.messages[index - 1]?.timestamp} time={message.timestamp} />
          <MessageOrDeal
            message={message}
            deal={dealOf(message)}
            side={side}
            isOwn={message.sender === session.userId}
            isRead={message.number <= lastReadNumber}
          />
        </Fragment>
      ))}
      {unsent.map((message) => (
        <UnsentBubble key={message.clientId} message={message} />
      ))}
    </ol>
  )
}

type MessageProps = {
  message: Message
  side: Side
  isOwn: boolean
  isRead: boolean
}

/**
 * Shows a deal's card instead of the message's text. A System message keeps its text, above the
 * card.
 */
function MessageOrDeal({ deal, ...props }: MessageProps & { deal: ReactNode }) {
  if (!deal) return <Bubble {...props} />
  if (props.message.senderModel === 'System')
    return (
      <>
        <Bubble {...props} />
        {deal}
      </>
    )
  const side = props.isOwn ? 'self-end' : 'self-start'
  return (
    <>
      {deal}
      <li className={`-mt-1 px-1 ${props.message.meetingId === undefined ? side : 'self-center'}`}>
        <Footer {...props} />
      </li>
    </>
  )
}

function Bubble(props: MessageProps) {
  const { message, side, isOwn } = props
  if (message.senderModel === 'System')
    return <SystemBubble text={inSecondPerson(message.message, side)} time={message.timestamp} />
  return (
    <MessageBubble isOwn={isOwn} writer={message.senderModel} text={message.message}>
      <Footer {...props} />
    </MessageBubble>
  )
}

function Footer({ message, isOwn, isRead }: Omit<MessageProps, 'side'>) {
  return (
    <span className="flex items-center justify-end gap-1 text-muted">
      {!isOwn && <MessageMenu subject="message" id={message._id} text={message.message} />}
      <MessageTime time={message.timestamp} />
      {isOwn &&
        (isRead ? (
          <CheckCheck size={14} className="text-primary" aria-label="Read" role="img" />
        ) : (
          <Check size={14} aria-label="Delivered" role="img" />
        ))}
    </span>
  )
}
