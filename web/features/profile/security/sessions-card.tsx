import { Laptop, LogOut, Smartphone } from 'lucide-react'
import {
  type ActiveSession,
  listSessions,
  logOutOtherSessions,
} from '#contract/accounts/accounts.ts'
import { errorMessage } from '#web/api/client.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { formatCount, formatDate, formatFullTime, formatRecentTime } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

const maxShownSessions = 6

export function SessionsCard() {
  const sessions = useRead(listSessions, {})
  const toast = useToast()
  const logOutOthers = useWrite(logOutOtherSessions)
  const run = async () => {
    try {
      const result = await logOutOthers.run({})
      if (result) toast({ text: result.message, kind: 'success' })
    } catch (error) {
      toast({ text: errorMessage(error, 'Something went wrong'), kind: 'error' })
    }
  }
  const all = sessions.data ?? []
  const hasOthers = all.some((session) => !session.current)
  return (
    <Card title="Where you are logged in">
      {sessions.data ? (
        <ul className="flex flex-col divide-y divide-border">
          {all.slice(0, maxShownSessions).map((session) => (
            <Row
              key={`${session.createdAt} ${session.usedAt} ${session.device}`}
              session={session}
            />
          ))}
          {all.length > maxShownSessions && (
            <li className="pt-3 text-muted text-sm">
              and {formatCount(all.length - maxShownSessions, 'more', 'more')}
            </li>
          )}
        </ul>
      ) : sessions.isError ? (
        <InlineLoadError onRetry={() => void sessions.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-14" />
        </Loading>
      )}
      {hasOthers && (
        <Button
          variant="plain"
          className="self-start"
          icon={<LogOut size={20} aria-hidden />}
          pending={logOutOthers.pending}
          onClick={() => void run()}
        >
          Log out everywhere else
        </Button>
      )}
    </Card>
  )
}

function Row({ session }: { session: ActiveSession }) {
  const Icon = /Android|iPhone|iPad/.test(session.device) ? Smartphone : Laptop
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {session.device}
          {session.current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-muted text-sm">
          Logged in on <time dateTime={session.createdAt}>{formatDate(session.createdAt)}</time>
          {!session.current && (
            <>
              , last used{' '}
              <time dateTime={session.usedAt} title={formatFullTime(session.usedAt)}>
                {formatRecentTime(session.usedAt).replace('Just now', 'just now')}
              </time>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
