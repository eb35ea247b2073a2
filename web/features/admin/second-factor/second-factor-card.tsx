import { useState } from 'react'
import { readSecondFactor } from '#contract/admin/second-factor.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatCount, formatDate } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

export function SecondFactorCard() {
  // Rarely needed: the profile doesn't load it.
  const [isAsked, setAsked] = useState(false)
  const factor = useRead(readSecondFactor, {}, { enabled: isAsked })
  const [open, setOpen] = useState<'set-up' | 'remove'>()
  const close = () => setOpen(undefined)
  if (!isAsked)
    return (
      <Card title="Second factor">
        <p>Each login can also ask for a code of an authenticator app on your phone.</p>
        <Button variant="plain" className="self-start" onClick={() => setAsked(true)}>
          Second factor settings
        </Button>
      </Card>
    )
  if (factor.isPending)
    return (
      <Loading>
        <Skeleton className="h-36" />
      </Loading>
    )
  const { since, recoveryCodesLeft } = factor.data ?? {}
  return (
    <Card title="Second factor">
      {factor.isError && <InlineLoadError onRetry={() => void factor.refetch()} />}
      {since === undefined ? (
        <>
          <p>
            With it, a password alone is not enough: each login also asks for a code of an
            authenticator app on your phone.
          </p>
          <Button variant="plain" className="self-start" onClick={() => setOpen('set-up')}>
            Set up
          </Button>
        </>
      ) : (
        <>
          <p>
            Each login asks for a code, since {formatDate(since)}. You have{' '}
            {formatCount(recoveryCodesLeft ?? 0, 'recovery code')} left; for new ones, remove the
            second factor and set it up again.
          </p>
          <Button variant="danger-ghost" className="self-start" onClick={() => setOpen('remove')}>
            Remove
          </Button>
        </>
      )}
      {open === 'set-up' && <SetUpDialog onClose={close} />}
      {open === 'remove' && <RemoveDialog onClose={close} />}
    </Card>
  )
}
