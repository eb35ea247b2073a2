import { type AdminOrder, readAdminOrder, settleProblem } from '#contract/admin/admin-orders.ts'
import { complaintReasonLabels, listOrderComplaints } from '#contract/admin/complaints.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { adminOutcomes, problemOutcomeLabels } from '#contract/orders/problem-form.ts'
import { useRead } from '#web/api/hooks.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { outcomeLabels, subjectLabels } from '#web/features/admin/complaints/complaint-labels.ts'
import { Email } from '#web/features/admin/email.tsx'
import { ExchangeOfOrder } from '#web/features/admin/exchange-of-order.tsx'
import { OrderActions } from '#web/features/admin/order-actions.tsx'
import { OrderHistory } from '#web/features/orders/card/order-menu.tsx'
import { countBooks } from '#web/features/orders/deals/group-orders.ts'
import { formatRentPeriod, orderTypeText } from '#web/features/orders/labels.ts'
import { dealBooksText, refundText } from '#web/features/orders/payments/labels.ts'
import { LedgerLines } from '#web/features/orders/payments/ledger-lines.tsx'
import { ProblemThread } from '#web/features/orders/problem/problem-thread.tsx'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { formatRupees, labelOf, orNoValue, phoneText } from '#web/format.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { SelectField, TextAreaField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import type { Route } from './+types/order'

export const meta = privateMeta('Order · Admin')

export default function OrderPage({ params: { orderId } }: Route.ComponentProps) {
  const query = useRead(readAdminOrder, { id: orderId })
  const order = query.data?.order
  return (
    <div className="flex max-w-5xl flex-col gap-6">
      <TextLink to={paths.admin.orders} className="self-start">
        Orders
      </TextLink>
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="font-semibold text-3xl">Order {shortOrderId(orderId)}</h1>
        {order && <StatusBadge status={order.status} />}
        {order?.closed && <Badge>Closed</Badge>}
        {order?.overdue && <Badge tone="danger">Overdue</Badge>}
      </header>
      <QueryView
        query={query}
        skeletons={['h-48', 'h-48', 'h-72']}
        className="grid gap-4 md:grid-cols-2"
        failed={isRefusal(query.error) ? 'Order not found.' : 'Failed to fetch the order.'}
        isFinal={isRefusal(query.error)}
      >
        {(data) => <OrderParts data={data} />}
      </QueryView>
    </div>
  )
}

function OrderParts({ data }: { data: AdminOrder }) {
  const { order, buyer, seller, problems } = data
  const names = { Buyer: `${buyer.name} (buyer)`, Seller: `${seller.name} (seller)` }
  return (
    <>
      <OrderActions order={data} />
      {data.exchange && <ExchangeOfOrder orderId={order._id} exchange={data.exchange} />}
      {problems.map((problem) => (
        <ProblemThread key={problem._id} problem={problem} names={names}>
          <DialogButton
            label="Settle the problem"
            can={problem.can.includes('settle')}
            className="self-start"
          >
            {(close) => <SettleDialog orderId={order._id} onClose={close} />}
          </DialogButton>
        </ProblemThread>
      ))}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Person title="Buyer" person={buyer} />
        <Person title="Seller" person={seller} />
        <Terms data={data} />
        <div className="flex flex-col gap-4">
          <Payments data={data} />
          <OrderComplaints orderId={order._id} />
          <Card title="History">
            <OrderHistory history={order.history} />
          </Card>
        </div>
      </div>
    </>
  )
}

function Person({ title, person }: { title: string; person: AdminOrder['buyer'] }) {
  return (
    <Card title={title}>
      <Facts>
        <Fact name="Name">{orNoValue(person.name)}</Fact>
        <Fact name="Email">
          <Email>{person.email}</Email>
        </Fact>
        <Fact name="Phone">{phoneText(person.phone)}</Fact>
        <Fact name="Account">
          {person.hasLeft ? (
            'Deleted'
          ) : (
            <span className="flex flex-wrap items-center gap-x-2">
              {person.status === 'blocked' ? <Badge tone="danger">Blocked</Badge> : 'Active'}
              <span>joined on {formatDate(person.since)}</span>
            </span>
          )}
        </Fact>
      </Facts>
    </Card>
  )
}

function Payments({ data: { order, ledger, exchange } }: { data: AdminOrder }) {
  const books = countBooks(order.deal)
  return (
    <Card title="Payments">
      {books > 1 && (
        <p className="text-muted text-sm">Of {dealBooksText(order.deal)} of the deal.</p>
      )}
      {ledger.lines.length > 0 ? (
        <LedgerLines lines={ledger.lines} viewer="admin" />
      ) : (
        <p className="text-muted">
          {exchange ? 'Nothing is paid for a book of a swap.' : 'There is nothing to pay.'}
        </p>
      )}
    </Card>
  )
}

function Terms({ data: { order, listing } }: { data: AdminOrder }) {
  const times: [string, string | undefined][] = [
    ['Ordered on', order.createdAt],
    ['Confirmed', order.confirmedAt],
    ['Received', order.receivedAt],
    ['Handed back', order.handedBackAt],
    ['Returned', order.returnedAt],
  ]
  return (
    <Card title="Terms">
      <Facts>
        <Fact name="Book">
          {listing.isRemoved ? (
            order.book.title
          ) : (
            <TextLink to={paths.book(order.book._id)}>{order.book.title}</TextLink>
          )}
        </Fact>
        <Fact name="Listing">
          {listing.isRemoved
            ? 'Removed'
            : `${listing.available} of ${listing.copies} ${listing.copies === 1 ? 'copy' : 'copies'} free`}
        </Fact>
        <Fact name="Order type">{orderTypeText(order)}</Fact>
        {order.orderType === 'rent' && <Fact name="Rent period">{formatRentPeriod(order)}</Fact>}
        <Fact name={order.exchange ? 'Counts for' : 'Price'}>{priceText(order)}</Fact>
        {order.deposit !== undefined && <Fact name="Deposit">{formatRupees(order.deposit)}</Fact>}
        {order.lateFee !== undefined && (
          <Fact name="Late fee">{formatRupees(order.lateFee)} a day</Fact>
        )}
        {order.lossPrice !== undefined && (
          <Fact name="If it is lost">{formatRupees(order.lossPrice)}</Fact>
        )}
        {order.handOver && <Fact name="Hand-over">{labelOf(handOverLabels, order.handOver)}</Fact>}
        <Fact name="Address">{orNoValue(order.deliveryAddress)}</Fact>
        <Fact name="Phone">{phoneText(order.phoneNumber)}</Fact>
        {times.map(
          ([name, time]) =>
            time && (
              <Fact key={name} name={name}>
                {formatDate(time)}
              </Fact>
            ),
        )}
        <Fact name="Full ID">{order._id}</Fact>
      </Facts>
    </Card>
  )
}

/**
 * Returns a text such as '₹60, including ₹20 for more days (asked: ₹50)'. The asking price doesn't
 * include the added days.
 */
function priceText({ price, refund, askingPrice, extensionPrice = 0 }: Order): string {
  const parts = [
    refundText(price, refund),
    extensionPrice > 0 && `, including ${formatRupees(extensionPrice)} for more days`,
    askingPrice !== undefined &&
      Math.round((price - extensionPrice - askingPrice) * 100) !== 0 &&
      ` (asked: ${formatRupees(askingPrice)})`,
  ]
  return parts.filter(Boolean).join('')
}

/**
 * Links to the complaints about an order and its chat, because admins can read the chat only there.
 */
function OrderComplaints({ orderId }: { orderId: string }) {
  const { data, isError, refetch } = useRead(listOrderComplaints, { id: orderId })
  if (isError && !data) return <InlineLoadError onRetry={() => void refetch()} />
  if (!data?.length) return null
  return (
    <Card title="Complaints">
      <ul className="flex flex-col gap-2 text-sm">
        {data.map(({ _id, subject, about, reason, createdAt, outcome }) => (
          <li key={_id}>
            <TextLink to={paths.admin.complaint(_id)} className="font-medium">
              {labelOf(subjectLabels, subject)} {about}
            </TextLink>
            <span className="block text-muted">
              {labelOf(complaintReasonLabels, reason)}, {formatDate(createdAt)}
              {': '}
              {outcome ? labelOf(outcomeLabels, outcome) : 'open'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const SettleInput = settleProblem.input.pick({ outcome: true, reason: true })

const outcomes = adminOutcomes.map((outcome) => [outcome, problemOutcomeLabels[outcome]] as const)

function SettleDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const form = useContractForm(SettleInput, {
    defaultValues: { outcome: '' as 'refund', reason: '' },
  })
  const submission = useSubmit(form, settleProblem, {
    toInput: (values) => ({ id: orderId, ...values }),
    fallback: 'Failed to settle the problem.',
    done: 'The problem was settled.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="Settle the problem"
      submitLabel="Settle"
    >
      <SelectField name="outcome" label="Outcome" asks options={outcomes} />
      <TextAreaField name="reason" label="Reason" hint="Both people read it." />
    </FormDialog>
  )
}
