import { LiveToasts } from '#web/features/notifications/live-toasts.tsx'
import { KeepPush } from '#web/features/notifications/use-push.ts'
import { RunPendingSaves } from '#web/features/wishlist/run-pending-saves.tsx'
import { type Session, useIsHelper } from '#web/session/session.ts'

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
