import { Laptop, LogOut, Smartphone } from 'lucide-react'
import { type ActiveSession, listSessions, logOutOtherSessions } from '#contract/accounts.ts'
import { messageOf } from '#web/api/client.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { count, day, fullTime, messageTime } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Badge, CouldNotLoad, Loading, Skeleton } from '#web/ui/states.tsx'
import { useToast } from '#web/ui/toasts.tsx'

/** So many are shown, the last used first. */
const most = 6

/** Where one is logged in, and the way to end all of that but here. */
export function ProfileSessions() {
  const sessions = useRead(listSessions, {})
  const toast = useToast()
  const end = useWrite(logOutOtherSessions)
  const run = async () => {
    try {
      const answer = await end.run({})
      if (answer) toast({ text: answer.message, kind: 'good' })
    } catch (error) {
      toast({ text: messageOf(error, 'Something went wrong'), kind: 'bad' })
    }
  }
  const all = sessions.data ?? []
  const others = all.some((session) => !session.current)
  return (
    <Card title="Where you are logged in">
      {sessions.data ? (
        <ul className="flex flex-col divide-y divide-border">
          {all.slice(0, most).map((session) => (
            <Row
              key={`${session.createdAt} ${session.usedAt} ${session.device}`}
              session={session}
            />
          ))}
          {all.length > most && (
            <li className="pt-3 text-muted text-sm">
              and {count(all.length - most, 'more', 'more')}
            </li>
          )}
        </ul>
      ) : sessions.isError ? (
        <CouldNotLoad onRetry={() => void sessions.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-14" />
        </Loading>
      )}
      {others && (
        <Button
          look="plain"
          className="self-start"
          icon={<LogOut size={20} aria-hidden />}
          pending={end.pending}
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
          Logged in on <time dateTime={session.createdAt}>{day(session.createdAt)}</time>
          {!session.current && (
            <>
              , last used{' '}
              <time dateTime={session.usedAt} title={fullTime(session.usedAt)}>
                {messageTime(session.usedAt).replace('Just now', 'just now')}
              </time>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
