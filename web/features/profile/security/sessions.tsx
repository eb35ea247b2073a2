import { Laptop, LogOut, Smartphone } from 'lucide-react'
import {
  type ActiveSession,
  listSessions,
  logOutOtherSessions,
} from '#contract/accounts/accounts.ts'
import { useRead } from '#web/api/hooks.ts'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { formatDate, RecentTimeInText } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'

export function Sessions() {
  const sessions = useRead(listSessions, {})
  return (
    <>
      <QueryView query={sessions} skeletons={['h-14']}>
        {(all) => (
          <ul className="flex flex-col divide-y divide-border">
            {all.map((session) => (
              <Row
                key={`${session.createdAt} ${session.usedAt} ${session.device}`}
                session={session}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <ActionButton
        label="Log out everywhere else"
        variant="plain"
        className="self-start"
        icon={<LogOut />}
        can={sessions.data?.some(({ current }) => !current) ?? false}
        endpoint={logOutOtherSessions}
        input={{}}
        failed="Something went wrong"
        done={({ message }) => message}
      />
    </>
  )
}

function Row({ session }: { session: ActiveSession }) {
  const Icon = /Android|iPhone|iPad/.test(session.device) ? Smartphone : Laptop
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon className="mt-0.5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {session.device}
          {session.current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-muted text-sm">
          Logged in on <time dateTime={session.createdAt}>{formatDate(session.createdAt)}</time>
          {!session.current && (
            <>
              , last used <RecentTimeInText at={session.usedAt} />
            </>
          )}
        </p>
      </div>
    </li>
  )
}
