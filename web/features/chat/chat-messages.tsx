import { Check, CheckCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Chat, Message } from '#contract/chats.ts'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { MessageMenu } from '#web/features/complaints/message-menu.tsx'
import { loadEarlierMessages } from '#web/realtime/chat-cache.ts'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import type { UnsentMessage } from '#web/realtime/unsent-messages.ts'
import type { Session } from '#web/session/session.ts'
import { ChatLog, MessageBubble, MessageTime, SystemBubble } from './chat-log.tsx'
import { inSecondPerson } from './message-text.ts'

type Props = {
  session: Session
  side: Side
  chat: Chat
  unsent: UnsentMessage[]
  /**
   * Returns the card that replaces an offer's message, or that is shown below a message about an
   * order.
   */
  dealOf?: (message: Message) => ReactNode
  intro?: ReactNode
}

export function ChatMessages({ session, side, chat, unsent, dealOf, intro }: Props) {
  const chats = useRealtimeSession()?.chats
  const lastReadNumber = chat.readUpTo[otherSide(side)]
  return (
    <ChatLog
      label="Messages"
      messages={chat.messages}
      timeOf={({ timestamp }) => timestamp}
      unsent={unsent}
      onEarlier={chat.hasMore && chats ? () => loadEarlierMessages(chats, chat._id) : undefined}
      intro={!chat.hasMore && intro}
    >
      {(message) => (
        <MessageOrDeal
          message={message}
          deal={dealOf?.(message)}
          side={side}
          isOwn={message.sender === session.userId}
          isRead={message.number <= lastReadNumber}
        />
      )}
    </ChatLog>
  )
}

type MessageProps = {
  message: Message
  side: Side
  isOwn: boolean
  isRead: boolean
}

/** Shows a deal's card instead of the message's text. If the message is from System, shows both. */
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
      {message.helper !== undefined && (
        <span className="wrap-anywhere text-xs">{message.helper}</span>
      )}
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
