import { Check, CheckCheck, CircleAlert, Clock, Flag } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { Chat, Message } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { truncate } from '#contract/common/truncate.ts'
import { ReportDialog } from '#web/features/complaints/report-dialog.tsx'
import { formatDate, formatFullTime, formatRecentTime } from '#web/format.ts'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import type { UnsentMessage } from '#web/realtime/unsent-messages.ts'
import type { Session } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { withLinks } from './linked-text.tsx'

/** How much of a message its report names. */
const shownOfMessage = 80

type Props = {
  session: Session
  side: Side
  chat: Chat
  unsent: UnsentMessage[]
  /** What stands in the place of a message that brings an offer, and below one about an order. */
  dealOf?: (message: Message) => ReactNode
}

export function ChatMessages({ session, side, chat, unsent, dealOf = () => null }: Props) {
  const [reported, setReported] = useState<Message>()
  const lastReadNumber = chat.readUpTo[side === 'buyer' ? 'seller' : 'buyer']
  if (chat.messages.length === 0 && unsent.length === 0)
    return <p className="py-8 text-center text-muted">No messages yet. Say hello.</p>
  return (
    <ol className="flex flex-col gap-2">
      {chat.messages.map((message, index) => {
        const previous = chat.messages[index - 1]
        return (
          <Fragment key={message._id}>
            {(!previous || formatDate(previous.timestamp) !== formatDate(message.timestamp)) && (
              <li className="py-2 text-center text-muted text-xs">
                <span className="rounded-full bg-sunken px-3 py-1">
                  {formatDate(message.timestamp)}
                </span>
              </li>
            )}
            <MessageOrDeal
              message={message}
              deal={dealOf(message)}
              isOwn={message.sender === session.userId}
              isRead={message.number <= lastReadNumber}
              onReport={setReported}
            />
          </Fragment>
        )
      })}
      {unsent.map((message) => (
        <UnsentBubble key={message.clientId} message={message} />
      ))}
      {reported && (
        <ReportDialog
          subject="message"
          id={reported._id}
          about={truncate(reported.message, shownOfMessage)}
          onClose={() => setReported(undefined)}
        />
      )}
    </ol>
  )
}

type MessageProps = {
  message: Message
  isOwn: boolean
  isRead: boolean
  onReport: (message: Message) => void
}

/** The text of an offer or a proposal is for those who can't see its card. */
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
  const { message, isOwn } = props
  if (message.senderModel === 'System')
    return (
      <li
        className="self-center rounded-box border border-border bg-sunken px-4 py-2 text-center
        text-sm"
      >
        <p className="whitespace-pre-line break-words">{message.message}</p>
        <Time time={message.timestamp} />
      </li>
    )
  return (
    <li
      className={`flex max-w-[85%] flex-col rounded-box px-3 py-2
        ${isOwn ? 'self-end bg-primary-soft' : 'self-start border border-border bg-surface'}`}
    >
      <span className="sr-only">{isOwn ? 'You: ' : `${message.senderModel}: `}</span>
      <p className="whitespace-pre-line break-words [overflow-wrap:anywhere]">
        {withLinks(message.message)}
      </p>
      <Footer {...props} />
    </li>
  )
}

function Footer({ message, isOwn, isRead, onReport }: MessageProps) {
  return (
    <span className="flex items-center justify-end gap-1 text-muted">
      {!isOwn && (
        <Menu
          small
          align="start"
          label="More about this message"
          className="-my-2.5 -ml-3 mr-auto text-muted sm:-my-1 sm:-ml-2"
          items={[
            {
              label: 'Report message',
              icon: <Flag size={18} aria-hidden />,
              onSelect: () => onReport(message),
            },
          ]}
        />
      )}
      <Time time={message.timestamp} />
      {isOwn &&
        (isRead ? (
          <CheckCheck size={14} className="text-primary" aria-label="Read" role="img" />
        ) : (
          <Check size={14} aria-label="Delivered" role="img" />
        ))}
    </span>
  )
}

function Time({ time }: { time: string }) {
  return (
    <time dateTime={time} title={formatFullTime(time)} className="text-muted text-xs">
      {formatRecentTime(time)}
    </time>
  )
}

function UnsentBubble({ message }: { message: UnsentMessage }) {
  const outbox = useRealtimeSession()?.outbox
  return (
    <li
      className={`flex max-w-[85%] flex-col self-end rounded-box px-3 py-2
        ${message.refused ? 'border border-danger bg-danger-soft' : 'bg-primary-soft/60'}`}
    >
      <p className="whitespace-pre-line break-words [overflow-wrap:anywhere]">{message.text}</p>
      {message.refused ? (
        <div className="flex flex-wrap items-center justify-end gap-1">
          <span className="flex items-center gap-1 text-danger text-sm" role="alert">
            <CircleAlert size={14} aria-hidden />
            {message.refused}
          </span>
          <Button variant="ghost" size="sm" onClick={() => outbox?.retry(message.clientId)}>
            Retry
          </Button>
          <Button
            variant="danger-ghost"
            size="sm"
            onClick={() => outbox?.discard(message.clientId)}
          >
            Discard
          </Button>
        </div>
      ) : (
        <span className="flex items-center justify-end gap-1 text-muted text-xs">
          {message.failures > 1 ? 'Failed to send message.' : 'Sending…'}
          <Clock size={14} aria-hidden />
          {message.failures > 1 && (
            <Button variant="ghost" size="sm" onClick={() => outbox?.retry(message.clientId)}>
              Retry
            </Button>
          )}
        </span>
      )}
    </li>
  )
}
