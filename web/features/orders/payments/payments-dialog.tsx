import { Clock } from 'lucide-react'
import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import { type Ledger, readLedger } from '#contract/orders/payments.ts'
import { errorMessage } from '#web/api/client.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { payWhenText } from './labels.ts'
import { ChangedUpi, LedgerLines } from './ledger-lines.tsx'
import { SayPayment } from './say-payment.tsx'

type Props = { order: Order; side: Side; title: string; onClose: () => void }

export function PaymentsDialog({ order, side, title, onClose }: Props) {
  const ledger = useRead(readLedger, { orderId: order._id })
  return (
    <Dialog open onClose={onClose} title={title}>
      <QueryView
        query={ledger}
        skeletons={['h-48']}
        failed={errorMessage(ledger.error, 'Could not load.')}
      >
        {(data) => (
          <div className="flex flex-col gap-4">
            {data.payWhen && (
              <p className="flex items-start gap-2 rounded-box bg-accent-soft p-3 font-medium">
                <Clock className="mt-0.5 shrink-0" />
                {payWhenText(data.payWhen)}
              </p>
            )}
            {data.lines.length > 0 ? (
              <LedgerLines lines={data.lines} viewer={side} />
            ) : (
              <p>There is nothing to pay.</p>
            )}
            <SayPayment ledger={data} side={side} orderId={order._id} />
            {data.lacksUpi && <MissingUpi />}
            {data.upi && <Upi upi={data.upi} isDue={data.payWhen === 'now'} />}
            <p className="rounded-box bg-sunken p-3 text-sm">
              You pay each other directly: by UPI, in cash when you meet, or to the courier on
              delivery. Dobara holds no money. Nobody ever has to scan a code or enter a UPI PIN to
              receive money: anyone who asks you to is trying to cheat you.
            </p>
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

const MissingUpi = () => (
  <p className="text-sm">
    To be paid by UPI, add your UPI ID to{' '}
    <TextLink to={paths.seller.profile}>your profile</TextLink>: then the buyer sees it here, with a
    QR code.
  </p>
)

function Upi({ upi, isDue }: { upi: NonNullable<Ledger['upi']>; isDue: boolean }) {
  return (
    <section aria-label="Pay by UPI" className="flex flex-col items-center gap-3">
      {upi.agreedId && <ChangedUpi agreedId={upi.agreedId} />}
      <a
        href={upi.link}
        className={buttonClass({ variant: isDue ? 'primary' : 'plain' }, 'w-full')}
      >
        Pay {formatRupees(upi.amount)} with a UPI app
      </a>
      <QrCode text={upi.link} label={`QR code: pay ${formatRupees(upi.amount)} to ${upi.id}`} />
      <p className="wrap-anywhere text-center text-sm">
        {upi.name}
        <br />
        <span className="font-medium">{upi.id}</span>
      </p>
    </section>
  )
}
