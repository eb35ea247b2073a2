import type { Side } from '#contract/common/endpoint.ts'
import {
  type Ledger,
  type PaymentAction,
  type PaymentKind,
  sayPaid,
  sayReceived,
  takeBackPaid,
} from '#contract/orders/payments.ts'
import { formatRupees, labelOf } from '#web/format.ts'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { actionText, kindLabels } from './labels.ts'

type Props = { ledger: Ledger; side: Side; orderId: string }

const endpoints = { 'say-paid': sayPaid, 'take-back': takeBackPaid, 'say-received': sayReceived }

const amountOf = ({ toPay, unconfirmed, toReceive }: Ledger['all'], action: PaymentAction) =>
  ({ 'say-paid': toPay, 'take-back': unconfirmed, 'say-received': toReceive })[action]

/** Buttons that report everything, or only a part, as paid or received. */
export function SayPayment({ ledger: { all, lines }, side, orderId }: Props) {
  const ofOther = lines.filter(({ payer }) => payer !== side)
  const actionOf = (action: PaymentAction, kind: PaymentKind | 'all', amounts: Ledger['all']) => ({
    endpoint: endpoints[action],
    input: {
      orderId,
      kind,
      amount: amountOf(amounts, action),
      unconfirmed: ofOther
        .filter((line) => kind === 'all' || line.kind === kind)
        .reduce((sum, { unconfirmed }) => sum + unconfirmed, 0),
    },
    failed: 'Could not be saved. Please try again.',
  })
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
        <ActionButton
          key={action}
          {...actionOf(action, 'all', all)}
          label={actionText(action, side, amountOf(all, action))}
          variant={variants[action]}
        />
      ))}
      {(['say-paid', 'say-received'] as const).map((action) => {
        const parts = lines.filter(({ can }) => can.includes(action))
        if (parts.length < 2) return null
        return (
          <details key={action}>
            <summary className="flex min-h-11 cursor-pointer items-center text-primary text-sm underline underline-offset-4">
              {action === 'say-paid' ? 'Paid only a part?' : 'Received only a part?'}
            </summary>
            <div className="flex flex-col gap-2">
              {parts.map((line) => (
                <ActionButton
                  key={line.kind}
                  {...actionOf(action, line.kind, line)}
                  label={`Only this: ${labelOf(kindLabels, line.kind)}, ${formatRupees(amountOf(line, action))}`}
                  variant="plain"
                />
              ))}
            </div>
          </details>
        )
      })}
    </div>
  )
}
