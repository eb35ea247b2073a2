// The parts that chats of two people and chats of rings share.
import { LinkifyIt } from 'linkify-it'
import { CircleAlert, Clock } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import type { UnsentMessage } from '#web/realtime/unsent-messages.ts'
import { formatDate, RecentTime } from '#web/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOnline } from '#web/ui/hooks/use-online.ts'
import { ScrollingLog } from '#web/ui/scrolling-log.tsx'

type LogProps<Message> = {
  label: string
  messages: readonly Message[]
  timeOf: (message: Message) => string
  unsent: readonly UnsentMessage[]
  /** Loads earlier messages. Undefined if there are none. */
  onEarlier: (() => Promise<unknown>) | undefined
  /** Shown above the messages. */
  intro?: ReactNode
  children: (message: Message) => ReactNode
}

export function ChatLog<Message extends { _id: string }>({
  label,
  messages,
  timeOf,
  unsent,
  onEarlier,
  intro,
  children,
}: LogProps<Message>) {
  return (
    <ScrollingLog
      label={label}
      newEntriesLabel="New messages"
      newest={unsent.at(-1)?.clientId ?? messages.at(-1)?._id}
    >
      {onEarlier && <EarlierButton onEarlier={onEarlier} />}
      {intro}
      {messages.length + unsent.length === 0 && (
        <p className="py-8 text-center text-muted">No messages yet. Say hello.</p>
      )}
      <ol className="flex flex-col gap-2">
        {messages.map((message, index) => {
          const previous = messages[index - 1]
          return (
            <Fragment key={message._id}>
              <DayLine previous={previous && timeOf(previous)} time={timeOf(message)} />
              {children(message)}
            </Fragment>
          )
        })}
        {unsent.map((message) => (
          <UnsentBubble key={message.clientId} message={message} />
        ))}
      </ol>
    </ScrollingLog>
  )
}

function EarlierButton({ onEarlier }: { onEarlier: () => Promise<unknown> }) {
  const [isLoading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    // After a failure the button stays, so that the person can try again.
    await onEarlier().catch(() => {})
    setLoading(false)
  }
  return (
    <div className="flex justify-center pb-3">
      <Button variant="plain" size="sm" pending={isLoading} onClick={() => void load()}>
        Earlier messages
      </Button>
    </div>
  )
}

/** Shows the date above the first message of each day. */
function DayLine({ previous, time }: { previous: string | undefined; time: string }) {
  if (previous !== undefined && formatDate(previous) === formatDate(time)) return null
  return (
    <li className="py-2 text-center text-muted text-xs">
      <span className="rounded-full bg-sunken px-3 py-1">{formatDate(time)}</span>
    </li>
  )
}

type BubbleProps = {
  isOwn: boolean
  writer: string
  /** True in chats with more than two people. */
  showsWriter?: boolean
  text: string
  children: ReactNode
}

export function MessageBubble({ isOwn, writer, showsWriter = false, text, children }: BubbleProps) {
  return (
    <li
      className={`flex max-w-[85%] flex-col rounded-box px-3 py-2
        ${isOwn ? 'self-end bg-primary-soft' : 'self-start border border-border bg-surface'}`}
    >
      {showsWriter && !isOwn ? (
        <span className="wrap-anywhere font-semibold text-primary text-sm">
          {writer}
          <span className="sr-only">: </span>
        </span>
      ) : (
        <span className="sr-only">{isOwn ? 'You: ' : `${writer}: `}</span>
      )}
      <p className="whitespace-pre-line break-words [overflow-wrap:anywhere]">{withLinks(text)}</p>
      {children}
    </li>
  )
}

export function SystemBubble({ text, time }: { text: string; time: string }) {
  return (
    <li
      className="self-center rounded-box border border-border bg-sunken px-4 py-2 text-center
        text-sm"
    >
      <p className="whitespace-pre-line break-words">{text}</p>
      <MessageTime time={time} />
    </li>
  )
}

export const MessageTime = ({ time }: { time: string }) => (
  <RecentTime at={time} className="text-muted text-xs" />
)

function UnsentBubble({ message }: { message: UnsentMessage }) {
  const outbox = useRealtimeSession()?.outbox
  const isOnline = useOnline()
  const pendingText = isOnline ? 'Sending…' : 'Waiting for connection'
  return (
    <li
      className={`flex max-w-[85%] flex-col self-end rounded-box px-3 py-2
        ${message.refused ? 'border border-danger bg-danger-soft' : 'bg-primary-soft/60'}`}
    >
      <p className="whitespace-pre-line break-words [overflow-wrap:anywhere]">{message.text}</p>
      {message.refused ? (
        <div className="flex flex-wrap items-center justify-end gap-1">
          <span className="flex items-center gap-1 text-danger text-sm" role="alert">
            <CircleAlert size={14} />
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
          {message.failures > 1 ? 'Failed to send message.' : pendingText}
          <Clock size={14} />
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

/** Only complete http and https URLs become links, because 'example.com' may be meant as a name. */
const linkify = new LinkifyIt({
  fuzzyLink: false,
  fuzzyEmail: false,
  fuzzyIP: false,
  urlAuth: true,
})
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

export function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { index, lastIndex, raw } of linkify.match(text) ?? []) {
    if (!URL.canParse(raw)) continue
    parts.push(
      text.slice(end, index),
      <a
        key={index}
        href={raw}
        target="_blank"
        rel="noreferrer noopener nofollow ugc"
        className="text-primary underline"
      >
        {raw}
      </a>,
    )
    end = lastIndex
  }
  return [...parts, text.slice(end)]
}
