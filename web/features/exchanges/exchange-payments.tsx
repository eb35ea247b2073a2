import { IndianRupee } from 'lucide-react'
import {
  type Exchange,
  type ExchangePayment,
  sayExchangePaid,
  sayExchangeReceived,
  takeBackExchangePaid,
} from '#contract/exchanges/exchanges.ts'
import { ChangedUpi } from '#web/features/orders/payments/ledger-lines.tsx'
import { formatRupees } from '#web/format.ts'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { isUnconfirmed } from './next-step.ts'
import { paymentText } from './swap-texts.ts'

type Props = { exchange: Exchange; payment: ExchangePayment }

export function ExchangePayments({ exchange }: { exchange: Exchange }) {
  if (exchange.payments.length === 0) return null
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-xl">Cash difference</h2>
      <ul className="flex flex-col gap-3">
        {exchange.payments.map((payment) => (
          <Payment
            key={`${payment.number} ${payment.back}`}
            exchange={exchange}
            payment={payment}
          />
        ))}
      </ul>
      <p className="text-muted text-sm">
        Dobara moves no money. Pay when you have the book; to receive money you never scan a QR code
        or enter a PIN.
      </p>
    </section>
  )
}

function stateText(exchange: Exchange, payment: ExchangePayment): string | undefined {
  const { paidAt, receivedAt, back, from, contestedBy } = payment
  if (receivedAt) return `Received on ${formatDate(receivedAt)}`
  if (paidAt) return `${back ? 'Given back' : 'Paid'} on ${formatDate(paidAt)}, not confirmed yet`
  const contested = exchange.legs.find(({ number }) => number === contestedBy)
  if (contested)
    return `Open: “${contested.book.title}” was cancelled, and an admin decides what is owed.`
  return from === exchange.me ? undefined : `Not marked as ${back ? 'given back' : 'paid'}`
}

function Payment({ exchange, payment }: Props) {
  const { receivedAt, upi } = payment
  const state = stateText(exchange, payment)
  return (
    <li className="wrap-anywhere flex flex-col gap-3 rounded-box border border-border bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <IndianRupee size={18} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          {paymentText(exchange, payment)}
          {isUnconfirmed(exchange, payment) && ' (not confirmed)'}
        </span>
        {receivedAt && <Badge tone="success">Received</Badge>}
      </p>
      {state && <p className="text-muted text-sm">{state}</p>}
      {upi?.agreedId && <ChangedUpi agreedId={upi.agreedId} />}
      {upi && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <span>
            UPI: <span className="select-all font-medium">{upi.id}</span>
          </span>
          <a href={upi.link} className={buttonClass({ variant: 'plain', size: 'sm' })}>
            Open my UPI app
          </a>
        </p>
      )}
      <Actions exchange={exchange} payment={payment} />
    </li>
  )
}

const endpoints = {
  'say-paid': sayExchangePaid,
  'take-back': takeBackExchangePaid,
  'say-received': sayExchangeReceived,
}

function Actions({ exchange, payment: { number, back, can, amount } }: Props) {
  const labels = {
    'say-paid': back ? 'I have given it back' : 'I have paid it',
    'take-back': 'Undo',
    // The amount distinguishes this button from the one for the book.
    'say-received': `I have ${back ? 'got back' : 'received'} ${formatRupees(amount)}`,
  }
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {can.map((action) => (
        <ActionButton
          key={action}
          label={labels[action]}
          variant={action === 'take-back' ? 'ghost' : 'plain'}
          endpoint={endpoints[action]}
          input={{ exchangeId: exchange._id, number, ...(back && { back }) }}
          failed="Could not be saved. Please try again."
        />
      ))}
    </div>
  )
}
