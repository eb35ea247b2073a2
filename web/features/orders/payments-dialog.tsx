import { encode } from 'uqr'
import type { Side } from '#contract/common/endpoint.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import {
  type Ledger,
  type PaymentKind,
  type PaymentLine,
  readLedger,
  sayPaid,
  sayReceived,
} from '#contract/orders/payments.ts'
import { errorMessage } from '#web/api/client.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { formatDate, formatRupees, labelOf } from '#web/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFailure } from '#web/ui/hooks/use-failure.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading.tsx'

const kindLabels: Record<PaymentKind, string> = {
  price: 'Price',
  deposit: 'Deposit',
  late_fee: 'Late fee',
  deposit_back: 'Deposit back to the buyer',
}

/** What is to be paid for an order or its deal, where, and what the two people say was paid. */
export function PaymentsDialog({
  order,
  side,
  onClose,
}: {
  order: Order
  side: Side
  onClose: () => void
}) {
  const ledger = useRead(readLedger, { orderId: order._id })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Payment of order ${shortOrderId(order._id)}`}
      description={
        order.deal && order.deal.orders > 1
          ? `For all ${order.deal.orders} books of the deal together.`
          : undefined
      }
    >
      {ledger.data ? (
        <div className="flex flex-col gap-4">
          <ul className="flex flex-col gap-3">
            {ledger.data.lines.map((line) => (
              <Line key={line.kind} line={line} side={side} orderId={order._id} />
            ))}
          </ul>
          <AllLines lines={ledger.data.lines} orderId={order._id} />
          {ledger.data.upi && <Upi upi={ledger.data.upi} />}
          <p className="rounded-box bg-sunken p-3 text-sm">
            You pay each other directly: by UPI, in cash when you meet, or to the courier on
            delivery. Dobara holds no money. To receive money nobody ever scans a code or enters a
            UPI PIN: whoever asks you to is a fraud.
          </p>
        </div>
      ) : ledger.isError ? (
        <LoadError
          text={errorMessage(ledger.error, 'Could not load.')}
          onRetry={() => void ledger.refetch()}
        />
      ) : (
        <Loading>
          <Skeleton className="h-48" />
        </Loading>
      )}
    </Dialog>
  )
}

function Line({ line, side, orderId }: { line: PaymentLine; side: Side; orderId: string }) {
  const [failure, setFailure] = useFailure(line.can)
  const paid = useWrite(sayPaid)
  const received = useWrite(sayReceived)
  const run = async (write: typeof paid | typeof received) => {
    setFailure(undefined)
    try {
      await write.run({ orderId, kind: line.kind, amount: write === paid ? toPay : toReceive })
    } catch (error) {
      setFailure(errorMessage(error, 'Could not be saved. Please try again.'))
    }
  }
  const { toPay, toReceive } = line
  const payer = line.payer === side ? 'You' : line.payer === 'buyer' ? 'The buyer' : 'The seller'
  return (
    <li className="flex flex-col gap-2 border-border border-b pb-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{labelOf(kindLabels, line.kind)}</span>
        <span className="font-semibold text-lg">{formatRupees(line.due)}</span>
      </p>
      <p className="text-muted text-sm">{statusText(line, payer)}</p>
      <div className="flex flex-wrap gap-2">
        {line.can.includes('say-paid') && (
          <Button variant="plain" pending={paid.pending} onClick={() => void run(paid)}>
            I have paid {formatRupees(toPay)}
          </Button>
        )}
        {line.can.includes('say-received') && (
          <Button variant="plain" pending={received.pending} onClick={() => void run(received)}>
            I have received {formatRupees(toReceive)}
          </Button>
        )}
      </div>
      <FormError>{failure}</FormError>
    </li>
  )
}

/** One press for what the viewer is to say about several lines. */
function AllLines({ lines, orderId }: { lines: PaymentLine[]; orderId: string }) {
  const [failure, setFailure] = useFailure(lines.flatMap(({ can }) => can))
  const paid = useWrite(sayPaid)
  const received = useWrite(sayReceived)
  const toPay = lines.filter(({ can }) => can.includes('say-paid'))
  const isPaying = toPay.length > 1
  const payments = isPaying
    ? toPay.map((line) => ({ kind: line.kind, amount: line.toPay }))
    : lines
        .filter(({ can }) => can.includes('say-received'))
        .map((line) => ({ kind: line.kind, amount: line.toReceive }))
  if (payments.length < 2) return null
  const write = isPaying ? paid : received
  const run = async () => {
    setFailure(undefined)
    try {
      for (const payment of payments) await write.run({ orderId, ...payment })
    } catch (error) {
      setFailure(errorMessage(error, 'Could not be saved. Please try again.'))
    }
  }
  const sum = payments.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100
  return (
    <>
      <Button variant="plain" pending={write.pending} onClick={() => void run()}>
        I have {isPaying ? 'paid' : 'received'} {formatRupees(sum)} in all
      </Button>
      <FormError>{failure}</FormError>
    </>
  )
}

function statusText({ due, paid, received, paidAt, receivedAt }: PaymentLine, payer: string) {
  if (due < Math.max(paid, received))
    return `${formatRupees(Math.max(paid, received))} was paid: more than is due now. Agree in the chat on giving it back.`
  if (received >= due && receivedAt) return `Received on ${formatDate(receivedAt)}.`
  if (paid >= due && paidAt)
    return `${payer} said on ${formatDate(paidAt)} that it was paid. Not confirmed yet.`
  const said = Math.max(paid, received)
  return said > 0 ? `${formatRupees(said)} of it is paid.` : 'Not paid yet.'
}

/** The QR code on another device's screen; on a phone the link opens the app. */
function Upi({ upi }: { upi: NonNullable<Ledger['upi']> }) {
  const { size, data } = encode(upi.link, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <section aria-label="Pay by UPI" className="flex flex-col items-center gap-3">
      <a href={upi.link} className={buttonClass({}, 'w-full')}>
        Pay {formatRupees(upi.amount)} with a UPI app
      </a>
      <svg
        role="img"
        aria-label={`QR code: pay ${formatRupees(upi.amount)} to ${upi.id}`}
        viewBox={`0 0 ${size} ${size}`}
        className="w-48 rounded-box bg-white fill-black"
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p className="wrap-anywhere text-center text-sm">
        {upi.name}
        <br />
        <span className="font-medium">{upi.id}</span>
      </p>
    </section>
  )
}
