import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { type ChatFilter, type ChatSummary, type ChatTask, listChats } from '#contract/chats.ts'
import { unknownBook, unknownBuyer, unknownSeller } from '#contract/common/display-names.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { chatListInput } from '#web/realtime/chat-cache.ts'
import { RecentTime } from '#web/time.tsx'
import { Badge, CountBadge } from '#web/ui/badge.tsx'
import { useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { ListView } from '#web/ui/loading/list-view.tsx'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
import { previewOf } from './message-text.ts'
import { useChatFilters } from './use-chat-filters.ts'

type Props = { side: Side; openId: string | undefined; emptyText: string }

export function ChatList({ side, openId, emptyText }: Props) {
  const { shown, pathTo } = useChatFilters(side)
  const isFiltered = Object.keys(shown).length > 0
  const chats = useReadPages(
    listChats,
    { ...chatListInput, ...shown },
    { offline: !isFiltered, keepPrevious: true },
  )
  const hint =
    side === 'buyer'
      ? "Open a book and press 'Chat with Seller' to start one."
      : 'Buyers who ask about your books appear here.'
  return (
    <>
      {(isFiltered || chats.rows.length > 0) && <ChatFilters side={side} />}
      <div className={chats.rows.length === 0 ? 'p-3' : ''}>
        <ListView
          list={chats}
          skeletons={['h-20', 'h-20', 'h-20']}
          className="flex flex-col gap-2"
          failed="Could not load your chats."
          emptyIcon={<MessagesSquare size={40} strokeWidth={1.5} />}
          emptyText={isFiltered ? 'No chats found.' : emptyText}
          emptyAction={!isFiltered && <p className="text-muted">{hint}</p>}
          outdated={null}
        >
          {(rows) => (
            <ul aria-label="Chats" className="flex flex-col">
              {rows.map((chat) => (
                <li key={chat._id}>
                  <ChatRow
                    chat={chat}
                    side={side}
                    to={pathTo({ chat: chat._id })}
                    isOpen={chat._id === openId}
                  />
                </li>
              ))}
            </ul>
          )}
        </ListView>
      </div>
    </>
  )
}

const filterLabels: Record<ChatFilter, string> = {
  unanswered: 'Unanswered',
  offers: 'Offers',
  orders: 'With an order',
}
const filtersOf: Record<Side, readonly ChatFilter[]> = {
  buyer: ['offers', 'orders'],
  seller: ['unanswered', 'offers', 'orders'],
}

const filterClass = `inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full border
  border-border px-3 text-sm hover:bg-sunken sm:min-h-9 aria-[current]:border-primary
  aria-[current]:bg-primary-soft aria-[current]:font-medium aria-[current]:text-primary`

/** A search and filters. Offers to answer are a link of the dashboard, so they are shown only there. */
function ChatFilters({ side }: { side: Side }) {
  const { shown, pathTo } = useChatFilters(side)
  const { setFilters } = useUrlFilters(['search'])
  const { search } = shown
  const all = [undefined, ...filtersOf[side]]
  const links = all.filter((name) => name !== 'offers' || name === shown.filter)
  return (
    <div className="flex flex-col gap-2 px-3 pt-3">
      <search className="flex max-w-md">
        <SearchBox
          label="Find by name, title or order ID"
          placeholder="Name, title or order ID"
          value={search ?? ''}
          onSearch={(search) => setFilters({ search })}
        />
      </search>
      <ScrollBox role="group" aria-label="Filters" className="-mx-3 overflow-x-auto px-3 py-1">
        <nav aria-label="Chat filters" className="flex w-max gap-2">
          {links.map((name) => (
            <Link
              key={name ?? 'all'}
              to={pathTo({ filter: name })}
              preventScrollReset
              aria-current={name === shown.filter ? 'page' : undefined}
              className={filterClass}
            >
              {name ? filterLabels[name] : 'All'}
            </Link>
          ))}
        </nav>
      </ScrollBox>
    </div>
  )
}

type RowProps = { chat: ChatSummary; side: Side; to: string; isOpen: boolean }

function ChatRow({ chat, side, to, isOpen }: RowProps) {
  const partner = side === 'buyer' ? chat.seller : chat.buyer
  const name = partner.name || (side === 'buyer' ? unknownSeller : unknownBuyer)
  const lastMessage = chat.lastWords ?? chat.lastMessage
  // The newest message, if it is an unread one from System.
  const news = chat.lastWords && chat.unreadMessages > 0 ? chat.lastMessage : undefined
  const isOwn = lastMessage?.senderModel.toLowerCase() === side
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'true' : undefined}
      preventScrollReset
      className="flex items-center gap-3 border-border border-b px-3 py-3 transition-colors
        hover:bg-sunken aria-current:bg-primary-soft"
    >
      <BookCover src={chat.book.images[0]} sizes="48px" className="w-12 shrink-0" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-semibold">{chat.book.title || unknownBook}</span>
        <span className="flex items-baseline justify-between gap-2 text-muted">
          <span className="truncate text-sm">{name}</span>
          <RecentTime at={chat.lastUpdated} className="shrink-0 text-xs" />
        </span>
        {side === 'buyer' && chat.seller.shopName && (
          <span className="truncate text-muted text-sm">{chat.seller.shopName}</span>
        )}
        {!lastMessage && <span className="truncate text-muted text-sm">No messages yet</span>}
        {lastMessage && (
          <span
            className={`truncate text-sm ${chat.unreadMessages > 0 ? 'font-medium' : 'text-muted'}`}
          >
            {isOwn && 'You: '}
            {previewOf(lastMessage, side)}
          </span>
        )}
        {news && <span className="truncate font-medium text-sm">{previewOf(news, side)}</span>}
        <ChatMarks chat={chat} side={side} />
      </span>
      <CountBadge count={chat.unreadMessages} singular="unread message" />
    </Link>
  )
}

const ofBoth = { offer: 'Offer to answer', time: 'Times to choose' }
const taskLabels: Record<Side, Partial<Record<ChatTask, string>>> = {
  buyer: { ...ofBoth, problem: 'Problem to answer', rent: 'Book to return', confirm: 'To confirm' },
  seller: {
    ...ofBoth,
    problem: 'Problem',
    rent: 'Book to take back',
    pack: 'To pack',
    'hand-over': 'To hand over',
  },
}

const urgent: readonly ChatTask[] = ['problem', 'rent']

/** Shows the reader's task in a chat. Shows nothing for a task that only a newer server knows. */
function ChatMarks({ chat, side }: { chat: ChatSummary; side: Side }) {
  const task = chat.task && taskLabels[side][chat.task]
  if (!chat.unanswered && !task) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {chat.unanswered && (
        <Badge size="sm" tone="warning">
          Unanswered
        </Badge>
      )}
      {chat.task && task && (
        <Badge size="sm" tone={urgent.includes(chat.task) ? 'danger' : 'success'}>
          {task}
        </Badge>
      )}
    </span>
  )
}
