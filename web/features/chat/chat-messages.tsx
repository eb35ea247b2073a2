import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { Fragment } from 'react'
import type { Chat, Message } from '#contract/chats.ts'
import type { Side } from '#contract/endpoint.ts'
import { day, fullTime, messageTime } from '#web/format.ts'
import { useConnection } from '#web/realtime/live.tsx'
import type { UnsentMessage } from '#web/realtime/unsent-messages.ts'
import type { Session } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { withLinks } from './linked-text.tsx'

type Props = { session: Session; side: Side; chat: Chat; unsent: UnsentMessage[] }

const dayOf = (time: string) => day(time)

/** The messages in their order, days between them, and at the end what is still on its way. */
export function ChatMessages({ session, side, chat, unsent }: Props) {
  const readByOther = chat.readUpTo[side === 'buyer' ? 'seller' : 'buyer']
  if (chat.messages.length === 0 && unsent.length === 0)
    return <p className="py-8 text-center text-muted">No messages yet. Say hello.</p>
  return (
    <ol className="flex flex-col gap-2">
      {chat.messages.map((message, position) => {
        const before = chat.messages[position - 1]
        return (
          <Fragment key={message._id}>
            {(!before || dayOf(before.timestamp) !== dayOf(message.timestamp)) && (
              <li className="py-2 text-center text-muted text-xs">
                <span className="rounded-full bg-sunken px-3 py-1">{dayOf(message.timestamp)}</span>
              </li>
            )}
            <Bubble
              message={message}
              mine={message.sender === session.userId}
              read={message.number <= readByOther}
            />
          </Fragment>
        )
      })}
      {unsent.map((one) => (
        <UnsentBubble key={one.clientId} one={one} />
      ))}
    </ol>
  )
}

function Bubble({ message, mine, read }: { message: Message; mine: boolean; read: boolean }) {
  if (message.senderModel === 'System')
    return (
      <li className="self-center rounded-box border border-border bg-sunken px-4 py-2 text-center text-sm">
        <p className="whitespace-pre-line break-words">{message.message}</p>
        <Time time={message.timestamp} />
      </li>
    )
  return (
    <li
      className={`flex max-w-[85%] flex-col rounded-box px-3 py-2 ${mine ? 'self-end bg-primary-soft' : 'self-start border border-border bg-surface'}`}
    >
      <span className="sr-only">{mine ? 'You: ' : `${message.senderModel}: `}</span>
      <p className="whitespace-pre-line break-words [overflow-wrap:anywhere]">
        {withLinks(message.message)}
      </p>
      <span className="flex items-center justify-end gap-1 text-muted">
        <Time time={message.timestamp} />
        {mine &&
          (read ? (
            <CheckCheck size={14} className="text-primary" aria-label="Read" role="img" />
          ) : (
            <Check size={14} aria-label="Delivered" role="img" />
          ))}
      </span>
    </li>
  )
}

function Time({ time }: { time: string }) {
  return (
    <time dateTime={time} title={fullTime(time)} className="text-muted text-xs">
      {messageTime(time)}
    </time>
  )
}

function UnsentBubble({ one }: { one: UnsentMessage }) {
  const outbox = useConnection()?.outbox
  return (
    <li
      className={`flex max-w-[85%] flex-col self-end rounded-box px-3 py-2 ${one.refused ? 'border border-danger bg-danger-soft' : 'bg-primary-soft/60'}`}
    >
      <p className="whitespace-pre-line break-words [overflow-wrap:anywhere]">{one.text}</p>
      {one.refused ? (
        <div className="flex flex-wrap items-center justify-end gap-1">
          <span className="flex items-center gap-1 text-danger text-sm" role="alert">
            <CircleAlert size={14} aria-hidden />
            {one.refused}
          </span>
          <Button look="ghost" size="sm" onClick={() => outbox?.retry(one.clientId)}>
            Retry
          </Button>
          <Button look="danger-ghost" size="sm" onClick={() => outbox?.discard(one.clientId)}>
            Discard
          </Button>
        </div>
      ) : (
        <span className="flex items-center justify-end gap-1 text-muted text-xs">
          {one.failures > 1 ? 'Failed to send message.' : 'Sending…'}
          <Clock size={14} aria-hidden />
          {one.failures > 1 && (
            <Button look="ghost" size="sm" onClick={() => outbox?.retry(one.clientId)}>
              Retry
            </Button>
          )}
        </span>
      )}
    </li>
  )
}
