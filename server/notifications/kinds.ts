// What people are notified of: by which channels, what is said, and where it leads. What the bell
// says is written by the features that notify; what a locked screen or a mail says is here.
import { sql } from 'kysely'
import type { MutableNotificationKind, NotificationKind } from '#contract/accounts/notifications.ts'
import type { Side } from '#contract/common/endpoint.ts'

/** The bell lists what has no line in a chat, and what its reader has to act on. */
export const isUnderBell = sql<boolean>`(not in_chat or rings)`

/** Mails and push messages tell of what is unread in a chat as one, and of what isn't in a chat. */
export const isSentToAway = sql<boolean>`(notifications.kind = 'message' or not in_chat)`

/** Of whom a notification is, and what it is about. */
export type Subject = {
  kind: NotificationKind
  side: Side
  chat_id: string | null
  order_id: string | null
  book_id: string | null
  exchange_id: string | null
  list_query: string | null
}

type Kind = {
  /** The labels of the switches that mute it. Without one it can't be muted. */
  switches?: Partial<Record<Side, string>>
  /** Names nobody and no book, because it is read on locked screens. */
  text: string
  namedText?: (title: string) => string
  link: (subject: Subject) => string
}

const forBoth = (label: string) => ({ buyer: label, seller: label })
const orderOrChat = ({ side, chat_id, order_id }: Subject) =>
  order_id === null ? `/${side}/chats?chat=${chat_id}` : `/${side}/orders?order=${order_id}`

export const kinds: Record<NotificationKind, Kind> = {
  order: {
    switches: forBoth('New orders and offers'),
    text: 'There is news about an order.',
    link: orderOrChat,
  },
  // Only answers about problems have no line in a chat.
  status: {
    switches: forBoth('Changes to my orders'),
    text: 'There is an answer about a problem with an order.',
    namedText: (title) => `An answer about a problem with “${title}”.`,
    link: orderOrChat,
  },
  message: {
    switches: forBoth('New messages, by mail and push'),
    text: 'There is something new in one of your chats.',
    namedText: (title) => `New in your chat about “${title}”.`,
    link: orderOrChat,
  },
  listing: {
    switches: { seller: 'Listings that were removed' },
    text: 'There is news about your listings.',
    link: () => '/seller/manage-books',
  },
  saved: {
    switches: { buyer: 'News about saved books and searches' },
    text: 'There is news about books or searches you saved.',
    link: ({ list_query, book_id }) =>
      list_query !== null
        ? `/buyer/dashboard?${list_query}`
        : book_id === null
          ? '/buyer/wishlist'
          : `/buyer/book/${book_id}`,
  },
  exchange: {
    switches: forBoth('Swaps that are found for me'),
    text: 'There is news about a swap.',
    link: ({ side, exchange_id, book_id }) =>
      exchange_id !== null
        ? `/${side}/exchanges/${exchange_id}`
        : book_id === null
          ? `/${side}/wishlist`
          : `/buyer/book/${book_id}`,
  },
  account: {
    text: 'There is news about your account.',
    link: ({ side }) => `/${side}/profile`,
  },
  admin: {
    text: 'There is news about your account.',
    link: () => '/safety',
  },
}

/** The switches of a side, in the order in which they are shown. */
export const switchesOf = (side: Side): [MutableNotificationKind, string][] =>
  Object.entries(kinds).flatMap(([kind, { switches }]) => {
    const label = switches?.[side]
    return label === undefined ? [] : [[kind as MutableNotificationKind, label]]
  })
