import { useLocation } from 'react-router'
import type { ServerEvents } from '#contract/live.ts'
import { KeepPush } from '#web/features/notifications/use-push.ts'
import { usePressHeart } from '#web/features/wishlist/hearts/use-saved.ts'
import { useSaveSearch } from '#web/features/wishlist/searches/save-search-button.tsx'
import { exchangePath, orderPath, problemPath } from '#web/paths.ts'
import { useRealtimeSession, useSocketEvent } from '#web/realtime/realtime-provider.tsx'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'
import { type Session, useIsHelper, useSession } from '#web/session/session.ts'
import { usePendingAction } from '#web/session/use-pending-action.ts'
import { TextLink } from '#web/ui/links.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export type SignedInProps = Pick<Session, 'role'>

const isPushAllowed = () =>
  typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** The parts that run on all pages while a buyer or seller is logged in. */
export const SignedIn = ({ role }: SignedInProps) => (
  <>
    <LiveToasts />
    {!useIsHelper() && isPushAllowed() && <KeepPush />}
    {role === 'buyer' && <RunPendingSaves />}
  </>
)

type OrderChange = Parameters<ServerEvents['order_placed']>[0] & { problem?: true }

function LiveToasts() {
  const toast = useToast()
  const { pathname, search } = useLocation()
  const role = useSession()?.role
  const isHelper = useIsHelper()
  const side = role === 'seller' ? 'seller' : 'buyer'
  const { muted } = useUnreadCounts()
  const openChats = useRealtimeSession()?.chats.openChatIds
  const showOrder = ({ message, chatId, orderId, exchangeId, problem }: OrderChange) => {
    // An open chat or order page already shows the change.
    const address = pathname + search
    const isShown = [orderId, exchangeId].some((id) => id && address.includes(id))
    if (openChats?.has(chatId) || isShown) return
    const [path, label] = problem
      ? [problemPath(side, orderId), 'Open']
      : exchangeId
        ? [exchangePath(side, exchangeId), 'Swap']
        : [orderPath(side, orderId), 'Order']
    toast({
      // Only the first line is shown. The others say where the book is handed over, as do the chat
      // and the order.
      text: message.split('\n')[0],
      kind: problem ? 'info' : 'success',
      // A helper can't open the shop's swaps.
      action: address !== path && !(exchangeId && isHelper) && (
        <TextLink to={path} className="rounded-box px-2 py-2 font-medium text-sm">
          {label}
        </TextLink>
      ),
    })
  }
  useSocketEvent('order_placed', (order) => {
    if (!muted.includes('order')) showOrder(order)
  })
  useSocketEvent('order_updated', (order) => {
    if (order.notifies.includes(side) && !muted.includes('status')) showOrder(order)
  })
  useSocketEvent('notice', ({ message }) => {
    if (!muted.includes('listing')) toast({ text: message, kind: 'info' })
  })
  useSocketEvent('session_ended', ({ message }) => toast({ text: message, kind: 'info' }))
  return null
}

const always = { allowed: true, matches: () => true }

/** After a login, saves what the guest wanted to save. Works on every page. */
function RunPendingSaves() {
  const press = usePressHeart()
  const saveSearch = useSaveSearch()
  const toast = useToast()
  usePendingAction('save', {
    ...always,
    carryOut: ({ bookId }) =>
      press(
        { bookId, isSaved: true },
        { onSuccess: () => toast({ text: 'The book is saved.', kind: 'success' }) },
      ),
  })
  usePendingAction('save-search', {
    ...always,
    carryOut: ({ filters }) => saveSearch.run(filters),
  })
  return null
}
