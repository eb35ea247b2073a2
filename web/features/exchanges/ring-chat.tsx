import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { listRingMessages, type RingMessage } from '#contract/exchanges/rings.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { ChatLog, MessageBubble, MessageTime, SystemBubble } from '#web/features/chat/chat-log.tsx'
import { MessageComposer } from '#web/features/chat/message-composer.tsx'
import { MessageMenu } from '#web/features/complaints/message-menu.tsx'
import { useExchangeNoticesRead } from '#web/features/notifications/use-notices-read.ts'
import { useUnsentMessages } from '#web/realtime/realtime-provider.tsx'
import { ringChatInput } from '#web/realtime/ring-messages.ts'
import { useOnline } from '#web/ui/hooks/use-online.ts'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'
import { nameOf } from './swap-texts.ts'

type Props = { exchange: Exchange }

/** The chat of the members of a ring. When the ring is over, nobody can write in it. */
export function RingChat({ exchange }: Props) {
  const query = useReadPages(listRingMessages, ringChatInput(exchange._id))
  // The newest page is first, but the messages of a page are oldest first.
  const messages = query.data?.pages.toReversed().flatMap(({ rows }) => rows)
  const unsent = useUnsentMessages().filter(
    ({ chatId, clientId }) =>
      chatId === exchange._id && !messages?.some((message) => message.clientId === clientId),
  )
  useExchangeNoticesRead(exchange._id, messages?.at(-1)?._id)
  const isOnline = useOnline()
  const canWrite = exchange.can.includes('write')
  return (
    <section aria-labelledby="ring-chat" className="flex flex-col gap-3">
      <div>
        <h2 id="ring-chat" className="font-semibold text-xl">
          Chat
        </h2>
        <p className="text-muted text-sm">Only the people of this swap can read it.</p>
      </div>
      <div className="flex h-56 max-h-[80dvh] flex-col has-[ol>li]:h-104 rounded-box border border-border bg-page">
        {messages ? (
          <ChatLog
            label="Messages of the swap"
            messages={messages}
            timeOf={({ createdAt }) => createdAt}
            unsent={unsent}
            onEarlier={query.hasNextPage ? () => query.fetchNextPage() : undefined}
            intro={query.isRefetchError && <InlineLoadError onRetry={() => void query.refetch()} />}
          >
            {(message) => <Bubble exchange={exchange} message={message} />}
          </ChatLog>
        ) : query.isError ? (
          <div className="flex flex-1 items-center justify-center">
            <InlineLoadError
              text="The chat could not be loaded."
              onRetry={() => void query.refetch()}
            />
          </div>
        ) : (
          <div className="flex-1 p-4">
            <Loading skeletons={['h-12 w-2/3']} />
          </div>
        )}
        {canWrite ? (
          <>
            <p aria-live="polite" className="px-4 text-muted text-sm">
              {!isOnline && 'Waiting for connection. Messages are sent as soon as it’s back.'}
            </p>
            <MessageComposer
              draft={`chat ${exchange._id}`}
              onSend={(outbox, text) => outbox.send(exchange._id, text, true)}
            />
          </>
        ) : (
          <p className="border-border border-t p-4 text-center text-muted">
            This chat is closed for new messages.
          </p>
        )}
      </div>
    </section>
  )
}

function Bubble({ exchange, message }: Props & { message: RingMessage }) {
  const { _id: id, from, text, createdAt } = message
  if (from === undefined) return <SystemBubble text={text} time={createdAt} />
  const isOwn = from === exchange.me
  return (
    <MessageBubble isOwn={isOwn} writer={nameOf(exchange, from)} showsWriter text={text}>
      <span className="flex items-center justify-end gap-1 text-muted">
        {!isOwn && <MessageMenu subject="ring-message" id={id} text={text} />}
        <MessageTime time={createdAt} />
      </span>
    </MessageBubble>
  )
}
