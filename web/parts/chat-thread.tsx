// One chat: the book pinned on top, the messages, and the box to write in.
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Chat, readChat } from '#contract/chats.ts'
import { Refusal } from '#contract/errors.ts'
import type { ServerEvents } from '#contract/live.ts'
import { loadEarlier, openChat } from '#web/data/chat.ts'
import { messageOf } from '#web/data/client.ts'
import { useRead } from '#web/data/hooks.ts'
import { useConnected, useLiveEvent } from '#web/data/live.tsx'
import { useOutbox } from '#web/data/outbox.ts'
import type { Session } from '#web/data/session.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { BookCover } from './book-cover.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { ChatMessages } from './chat-messages.tsx'
import { rupees } from './format.ts'

type Props = {
  session: Session
  side: 'buyer' | 'seller'
  chatId: string /** What stands beside the book, such as Create Order. */
  action?: (chat: Chat) => ReactNode
}

export function ChatThread({ session, side, chatId, action }: Props) {
  const chat = useRead(readChat, { id: chatId })
  const client = useQueryClient()
  const there = chat.data !== undefined
  useEffect(() => (there ? openChat(client, session, chatId) : undefined), [there, client, session, chatId])
  if (chat.isPending)
    return (
      <Loading>
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-12 w-2/3" />
          <Skeleton className="h-12 w-1/2 self-end" />
          <Skeleton className="h-12 w-2/3" />
        </div>
      </Loading>
    )
  if (!chat.data) {
    const gone = chat.error instanceof Refusal && chat.error.status < 500
    return (
      <div className="flex flex-col gap-4 p-4">
        <Failed text={messageOf(chat.error, 'Failed to fetch chat.')} {...(!gone && { onRetry: () => void chat.refetch() })} />
        <Link to={paths[side].chats} className={buttonClass({ look: 'plain' }, 'self-center')}>
          All chats
        </Link>
      </div>
    )
  }
  return <OpenChat key={chatId} session={session} side={side} chat={chat.data} action={action?.(chat.data)} />
}

function OpenChat({ session, side, chat, action }: { session: Session; side: 'buyer' | 'seller'; chat: Chat; action: ReactNode }) {
  const outbox = useOutbox()
  const unsent = useMemo(
    () => outbox.filter((one) => one.chatId === chat._id && one.userId === session.userId),
    [outbox, chat._id, session.userId],
  )
  const other = side === 'buyer' ? chat.seller : chat.buyer
  const connected = useConnected()
  const typing = useTyping(chat._id)
  return (
    <section aria-label={`Chat about ${chat.book.title}`} className="flex h-full min-h-0 flex-col">
      <header className="flex items-center gap-3 border-line border-b p-3">
        <Link
          to={paths[side].chats}
          aria-label="All chats"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-box hover:bg-sunken md:hidden"
        >
          <ArrowLeft size={20} aria-hidden />
        </Link>
        <BookCover src={chat.book.images[0]} sizes="40px" className="w-10 shrink-0" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-sans font-semibold">
            <Link to={paths.book(chat.book._id)} className="hover:text-leaf">
              {chat.book.title}
            </Link>
          </h2>
          <p className="truncate text-quiet text-sm">
            {rupees(chat.book.price)}
            {chat.book.isRentable && chat.book.rentPrice !== undefined && ` · rent ${rupees(chat.book.rentPrice)}/day`} · {other.name}
          </p>
        </div>
        {action}
      </header>
      <MessageScroller session={session} chat={chat} count={chat.messages.length + unsent.length}>
        <ChatMessages session={session} side={side} chat={chat} unsent={unsent} />
      </MessageScroller>
      <p aria-live="polite" className="min-h-6 px-4 text-quiet text-sm">
        {!connected ? 'Connecting… messages are kept and sent as soon as possible.' : typing ? `${other.name} is typing…` : ''}
      </p>
      <ChatComposer session={session} chatId={chat._id} closed={!chat.can.includes('send')} />
    </section>
  )
}

/** Whether the other side wrote a letter in the last seconds. */
function useTyping(chatId: string): boolean {
  const [until, setUntil] = useState(0)
  const onTyping = useCallback<ServerEvents['typing']>((notice) => notice.chatId === chatId && setUntil(Date.now() + 4000), [chatId])
  useLiveEvent('typing', onTyping)
  useEffect(() => {
    if (until === 0) return
    const timer = setTimeout(() => setUntil(0), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return until > 0
}

const nearPx = 80

/** Keeps the newest message in sight, unless one reads older ones: then a pill tells that there are new ones. */
function MessageScroller({ session, chat, count, children }: { session: Session; chat: Chat; count: number; children: ReactNode }) {
  const client = useQueryClient()
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const before = useRef<{ height: number; first: number | undefined }>({ height: 0, first: undefined })
  const [news, setNews] = useState(false)
  const [loading, setLoading] = useState(false)
  const first = chat.messages[0]?.number
  const toEnd = () => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
    follows.current = true
    setNews(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when messages were added, at either end
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    // Older messages above: what one was reading stays where it is.
    if (before.current.first !== undefined && first !== undefined && first < before.current.first)
      element.scrollTop += element.scrollHeight - before.current.height
    else if (follows.current) element.scrollTop = element.scrollHeight
    else setNews(true)
    before.current = { height: element.scrollHeight, first }
  }, [count, first])
  const earlier = async () => {
    setLoading(true)
    try {
      await loadEarlier(client, session, chat._id)
    } finally {
      setLoading(false)
    }
  }
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: element }) => {
          follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx
          if (follows.current) setNews(false)
        }}
        className="h-full overflow-y-auto overscroll-contain px-4 py-3"
      >
        {chat.hasMore && (
          <div className="flex justify-center pb-3">
            <Button look="plain" size="sm" pending={loading} onClick={() => void earlier().catch(() => {})}>
              Earlier messages
            </Button>
          </div>
        )}
        {children}
      </div>
      {news && (
        <Button size="sm" className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-raised" onClick={toEnd}>
          New messages
        </Button>
      )}
    </div>
  )
}
