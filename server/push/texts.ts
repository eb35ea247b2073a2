// What push messages say; they stand on locked screens.
import type { NotificationKind } from '#contract/accounts/notifications.ts'
import type { Side } from '#contract/common/endpoint.ts'

export type UnreadNotification = {
  side: Side
  chatId: string | null
  orderId: string | null
  inChat: boolean
  kind: NotificationKind
  exchangeId: string | null
  /** The query of the list of books that it opens. */
  listQuery: string | null
  name: string
  title: string
}

/** What the service worker shows: one notification for each `tag`, which opens `path`. */
export type PushPayload = { tag: string; title: string; body: string; path: string }

export function pushPayload(notification: UnreadNotification, showsNames: boolean): PushPayload {
  const { side, chatId, orderId, inChat, kind, exchangeId, listQuery, name, title } = notification
  if (chatId !== null && inChat)
    return {
      tag: chatId,
      path: `/${side}/chats?chat=${chatId}`,
      ...(showsNames
        ? { title: name, body: `New in your chat about “${title}”.` }
        : { title: 'Dobara', body: 'There is something new in one of your chats.' }),
    }
  if (chatId !== null)
    return {
      tag: `problem ${chatId}`,
      path: orderId === null ? `/${side}/orders` : `/${side}/orders?order=${orderId}`,
      title: 'Dobara',
      body: showsNames
        ? `An answer about a problem with “${title}”.`
        : 'There is an answer about a problem with an order.',
    }
  // Not what is looked for: it stands on a locked screen.
  if (listQuery !== null)
    return {
      tag: 'saved search',
      path: `/${side}/dashboard?${listQuery}`,
      title: 'Dobara',
      body: 'There are new copies for a search you saved.',
    }
  if (kind === 'saved')
    return {
      tag: 'saved',
      path: `/${side}/wishlist`,
      title: 'Dobara',
      body: 'There is news about books or searches you saved.',
    }
  if (kind === 'exchange')
    return {
      tag: `exchange ${exchangeId}`,
      path: exchangeId === null ? `/${side}/wishlist` : `/${side}/exchanges/${exchangeId}`,
      title: 'Dobara',
      body: 'There is news about an exchange.',
    }
  return {
    tag: 'account',
    path: `/${side}/profile`,
    title: 'Dobara',
    body: 'There is news about your account.',
  }
}
