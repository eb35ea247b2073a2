import { LiveToasts } from '#web/features/notifications/live-toasts.tsx'
import { KeepPush } from '#web/features/notifications/use-push.ts'
import { RunPendingSaves } from '#web/features/wishlist/run-pending-saves.tsx'
import type { Session } from '#web/session/session.ts'

export type SignedInProps = Pick<Session, 'role'>

const isPushAllowed = () =>
  typeof Notification !== 'undefined' && Notification.permission === 'granted'

/** Runs on every page while somebody is signed in. */
export const SignedIn = ({ role }: SignedInProps) => (
  <>
    <LiveToasts />
    {isPushAllowed() && <KeepPush />}
    {role === 'buyer' && <RunPendingSaves />}
  </>
)
