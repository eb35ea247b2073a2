import {
  type Ledger,
  readLedger,
  sayPaid,
  sayReceived,
  takeBackPaid,
} from '#contract/orders/payments.ts'
import { participantOf } from '#server/chats/rules.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { RequestContext } from '#server/platform/http/requests/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { type PaymentReport, savePayment } from './store.ts'
import { viewLedger } from './views.ts'

type ReportContext = Pick<RequestContext<typeof sayPaid>, 'viewer' | 'commit'>

export function paymentRoutes(mount: Mount, { db, config, live, now }: AppContext): void {
  const report = async (
    { viewer, commit }: ReportContext,
    payment: PaymentReport,
  ): Promise<Ledger> => {
    const me = participantOf(viewer)
    const options = { clock: now, isLimited: config.rateLimit }
    const saved = await commit((db) => savePayment(db, me, payment, options))
    if (saved) {
      live.emit(saved.accountIds, 'receive_message', saved.message)
      live.emit(saved.accountIds, 'payment_changed', { orderId: payment.orderId })
    }
    return viewLedger(db, me, payment.orderId, now())
  }

  mount(readLedger, ({ orderId }, { viewer }) =>
    viewLedger(db, participantOf(viewer), orderId, now()),
  )
  mount(sayPaid, (input, request) => report(request, { ...input, action: 'say-paid' }))
  mount(takeBackPaid, (input, request) => report(request, { ...input, action: 'take-back' }))
  mount(sayReceived, (input, request) => report(request, { ...input, action: 'say-received' }))
}
