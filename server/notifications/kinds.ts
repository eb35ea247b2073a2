// Kinds of notifications: who can mute them, their texts for lock screens and emails, and their
// links. The features that send notifications write the texts under the bell.
import { sql } from 'kysely'
import type { MutableNotificationKind, NotificationKind } from '#contract/accounts/notifications.ts'
import type { Side } from '#contract/common/endpoint.ts'

/** The bell lists notifications that no chat counts, and those on which the reader must act. */
export const isUnderBell = sql<boolean>`(not in_chat or needs_action)`

/**
 * Emails and push messages name each unread chat once, and list notifications that no chat counts.
 */
export const isSentToAway = sql<boolean>`(notifications.kind = 'message' or not in_chat)`

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
  /** The labels of the switches that mute this kind. A kind that has none can't be muted. */
  switches?: Partial<Record<Side, string>>
  /** Must contain no names or titles, because lock screens show it. */
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
  // These texts are about answers to problems, because a chat shows all other status changes.
  status: {
    switches: forBoth('Changes to my orders'),
    text: 'There is an answer about a problem with an order.',
    namedText: (title) => `An answer about a problem with “${title}”.`,
    link: orderOrChat,
  },
  message: {
    switches: forBoth('New messages, by email and push'),
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

export const switchesOf = (side: Side): [MutableNotificationKind, string][] =>
  Object.entries(kinds).flatMap(([kind, { switches }]) => {
    const label = switches?.[side]
    return label === undefined ? [] : [[kind as MutableNotificationKind, label]]
  })
