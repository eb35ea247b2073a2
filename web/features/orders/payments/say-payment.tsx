import { useState } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import {
  type Ledger,
  type PaymentAction,
  type PaymentKind,
  type PaymentLine,
  sayPaid,
  sayReceived,
  takeBackPaid,
} from '#contract/orders/payments.ts'
import { useWrite } from '#web/api/hooks.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { actionText, kindLabels } from './labels.ts'

type Props = { ledger: Ledger; side: Side; orderId: string }
type Kind = PaymentKind | 'all'

const amountOf = ({ toPay, unconfirmed, toReceive }: Ledger['all'], action: PaymentAction) =>
  ({ 'say-paid': toPay, 'take-back': unconfirmed, 'say-received': toReceive })[action]

/** Buttons to report everything as paid or received, or only a part. */
export function SayPayment({ ledger: { all, lines }, side, orderId }: Props) {
  const { failure, attempt } = useWriteFailure([...all.can, ...lines.flatMap(({ can }) => can)])
  const [pressed, setPressed] = useState<string>()
  const writes = {
    'say-paid': useWrite(sayPaid),
    'take-back': useWrite(takeBackPaid),
    'say-received': useWrite(sayReceived),
  }
  const unconfirmedOf = (kind: Kind) =>
    lines
      .filter((line) => line.payer !== side && (kind === 'all' || line.kind === kind))
      .reduce((sum, { unconfirmed }) => sum + unconfirmed, 0)
  const say = async (action: PaymentAction, kind: Kind, amount: number) => {
    if (writes[action].pending) return
    setPressed(`${action} ${kind}`)
    const said = { orderId, kind, amount, unconfirmed: unconfirmedOf(kind) }
    await attempt(() => writes[action].run(said), 'Could not be saved. Please try again.')
  }
  const isWaiting = lines.some((line) => line.can.includes('say-received') && line.unconfirmed > 0)
  const variants = {
    'say-paid': 'plain',
    'take-back': 'ghost',
    'say-received': isWaiting ? 'primary' : 'plain',
  } as const
  if (all.can.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {all.can.map((action) => (
        <Button
          key={action}
          variant={variants[action]}
          pending={writes[action].pending && pressed === `${action} all`}
          onClick={() => void say(action, 'all', amountOf(all, action))}
        >
          {actionText(action, side, amountOf(all, action))}
        </Button>
      ))}
      {(['say-paid', 'say-received'] as const).map((action) => (
        <Parts
          key={action}
          lines={lines}
          action={action}
          say={say}
          isPending={writes[action].pending}
        />
      ))}
      <FormError>{failure}</FormError>
    </div>
  )
}

type PartsProps = {
  lines: PaymentLine[]
  action: 'say-paid' | 'say-received'
  say: (action: PaymentAction, kind: Kind, amount: number) => Promise<void>
  isPending: boolean
}

function Parts({ lines, action, say, isPending }: PartsProps) {
  const parts = lines.filter(({ can }) => can.includes(action))
  if (parts.length < 2) return null
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center text-primary text-sm underline underline-offset-4">
        {action === 'say-paid' ? 'Paid only a part?' : 'Received only a part?'}
      </summary>
      <div className="flex flex-col gap-2">
        {parts.map((line) => (
          <Button
            key={line.kind}
            variant="plain"
            aria-disabled={isPending || undefined}
            onClick={() => void say(action, line.kind, amountOf(line, action))}
          >
            {`Only this: ${labelOf(kindLabels, line.kind)}, ${formatRupees(amountOf(line, action))}`}
          </Button>
        ))}
      </div>
    </details>
  )
}
