import {
  BookCheck,
  CalendarPlus,
  IndianRupee,
  KeyRound,
  MessageSquareText,
  Package,
  PackageCheck,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { unknownBook, unknownBuyer } from '#contract/common/display-names.ts'
import { handOverLabels } from '#contract/common/hand-overs.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { bookTypeLabels } from '#web/features/books/labels.ts'
import { BlockedNote } from '#web/features/orders/card/order-facts.tsx'
import { OrderMenu } from '#web/features/orders/card/order-menu.tsx'
import { SellerHandOver } from '#web/features/orders/hand-over/order-hand-over.tsx'
import { cashDifference, formatRentPeriod, orderTypeLabels } from '#web/features/orders/labels.ts'
import { OrderCover } from '#web/features/orders/order-cover.tsx'
import { ExchangeLink } from '#web/features/orders/order-links.tsx'
import { refundText } from '#web/features/orders/payments/labels.ts'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { labelOf, noValue, orNoValue } from '#web/format.ts'
import { chatPath } from '#web/paths.ts'
import { DayOf, formatDate, formatDeadline } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { SelectRow } from '#web/ui/selection/select-boxes.tsx'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import {
  dealText,
  isLeadRow,
  type SellerRow,
  type SellerStep,
  sellerSteps,
  stepLabel,
} from './seller-steps.ts'
import { StatusSelect } from './status-select.tsx'
import { StepButton } from './step-button.tsx'
import { useSellerStep } from './use-seller-step.tsx'

/** Chooses parcels to pack. */
export type ParcelSelection = Pick<Selection, 'isSelected' | 'isReady' | 'change' | 'changeLoaded'>

const parcelName = ({ order, packing }: SellerRow) =>
  packing.length > 1
    ? `the parcel of ${packing.length} orders, ${shortOrderId(order._id)}`
    : `order ${shortOrderId(order._id)}`

const columnsWith = (selection: ParcelSelection | undefined): Column<SellerRow>[] => [
  {
    header: 'Order ID',
    card: 'order-1 w-16',
    cell: (row) => (
      <span className="flex items-center gap-1">
        {selection &&
          (row.packing.length > 0 ? (
            <span className="absolute top-10 right-1 tabular:static">
              <SelectRow id={row.order._id} name={parcelName(row)} selection={selection} />
            </span>
          ) : (
            <span className="hidden w-9 tabular:block" />
          ))}
        <TextLink
          to={chatPath('seller', row.order.chat._id)}
          title="Open the chat of this order"
          className="font-medium"
        >
          {shortOrderId(row.order._id) || noValue}
        </TextLink>
        <span className="absolute top-0 right-0 tabular:static">
          <SellerMenu row={row} />
        </span>
      </span>
    ),
  },
  {
    header: 'Book',
    wraps: true,
    card: 'w-full pr-8 text-base',
    cell: (row) => <OrderedBook row={row} />,
  },
  {
    header: 'Book Type',
    card: 'order-2 text-muted',
    cell: ({ order }) => labelOf(bookTypeLabels, order.book.bookType),
  },
  {
    header: 'Order Type',
    card: 'order-2 text-muted',
    cell: ({ order }) =>
      order.exchange ? (
        <ExchangeLink order={order} side="seller" as="text" />
      ) : (
        labelOf(orderTypeLabels, order.orderType)
      ),
  },
  {
    header: 'Buyer',
    wraps: true,
    cell: ({ order }) => (
      <span className="tabular:block tabular:min-w-16">
        {order.buyer.name || unknownBuyer}{' '}
        {order.buyer.blocked && (
          <Badge tone="danger">
            Blocked<span className="sr-only"> by an admin</span>
          </Badge>
        )}
      </span>
    ),
    card: 'order-3 min-w-0',
  },
  {
    header: 'Price',
    cell: ({ order }) =>
      order.exchange ? (
        <>
          <span className="font-normal text-muted">Value </span>
          {refundText(order.price, order.refund)}
          <CashDifference order={order} />
        </>
      ) : (
        refundText(order.price, order.refund)
      ),
    isNumeric: true,
    card: 'order-2 grow font-semibold',
  },
  {
    header: 'Rent Period',
    card: ({ order }) => (order.orderType === 'rent' ? 'order-2 w-full' : 'hidden'),
    cell: ({ order }) => <RentPeriod order={order} />,
  },
  {
    header: 'Delivery Address',
    wraps: true,
    card: 'order-4 w-full text-muted',
    cell: ({ order, isJoined }) =>
      isJoined ? <span className="text-muted">Same parcel</span> : orNoValue(order.deliveryAddress),
  },
  {
    header: 'Phone Number',
    card: ({ order, isJoined }) =>
      order.phoneNumber && !isJoined ? 'order-3 text-muted' : 'hidden',
    cell: ({ order, isJoined }) =>
      isJoined ? null : order.phoneNumber ? (
        <PhoneLink phone={order.phoneNumber}>{formatPhone(order.phoneNumber)}</PhoneLink>
      ) : (
        noValue
      ),
  },
  {
    header: 'Status',
    card: 'order-5 mt-2 -ml-18 w-[calc(100%+4.5rem)] tabular:ml-0',
    cell: (row) => <StatusCell row={row} />,
  },
  {
    header: 'Ordered On',
    card: 'order-1 w-[calc(100%-5rem)] text-muted',
    cell: ({ order }) => <DayOf at={order.createdAt} />,
  },
]

type Props = { rows: SellerRow[]; selection?: ParcelSelection }

export const OrdersTable = ({ rows, selection }: Props) => (
  <DataTable
    caption="Orders of your books"
    columns={columnsWith(rows.some(({ packing }) => packing.length > 0) ? selection : undefined)}
    rows={rows}
    rowKey={({ order }) => order._id}
    cardClass="flex flex-wrap content-start items-baseline gap-x-2 gap-y-0.5 pl-21"
    isJoined={({ isJoined }) => isJoined}
  />
)

function OrderedBook({ row }: { row: SellerRow }) {
  const { order } = row
  const handOver = order.handOver && order.agreed ? order.handOver : undefined
  const kind = handOver && labelOf(handOverLabels, handOver)
  const together = dealText(row)
  const line = together && kind ? `${together} · ${kind.toLowerCase()}` : together || kind
  return (
    <>
      <OrderCover
        book={order.book}
        sizes="60px"
        className="absolute top-3 left-3 w-15 tabular:hidden"
      />
      <span className="font-medium tabular:block tabular:min-w-24">
        {order.book.title || unknownBook}
      </span>
      {line && <span className="block text-muted text-sm tabular:text-xs">{line}</span>}
    </>
  )
}

function CashDifference({ order }: { order: Order }) {
  const text = cashDifference(order)
  return text && <span className="block font-normal text-sm">{text} on top</span>
}

function RentPeriod({ order }: { order: Order }) {
  if (order.orderType !== 'rent') return noValue
  return (
    <span className="flex flex-wrap gap-1 tabular:max-w-22 tabular:flex-col tabular:items-start">
      <span>{formatRentPeriod(order)}</span>
      {order.overdue && <Badge tone="danger">Overdue</Badge>}
      {order.handedBackAt && !order.returnedAt && (
        <span className="text-sm">
          The buyer says it was handed back on {formatDate(order.handedBackAt)}
        </span>
      )}
      {order.returnedAt && <Badge wraps>Returned {formatDate(order.returnedAt)}</Badge>}
    </span>
  )
}

const stepIcons: Record<SellerStep, typeof Package> = {
  undo: Undo2,
  problem: TriangleAlert,
  explain: MessageSquareText,
  deal: PackageCheck,
  code: KeyRound,
  return: BookCheck,
  tracking: Package,
  payment: IndianRupee,
  extend: CalendarPlus,
}

function SellerMenu({ row }: { row: SellerRow }) {
  const { take, dialog } = useSellerStep(row)
  const steps = sellerSteps(row, { isUndoOver: true })
  return (
    <>
      <OrderMenu
        order={row.order}
        small
        items={steps.map((step) => {
          const Icon = stepIcons[step]
          return {
            label: stepLabel(step, row),
            icon: <Icon size={18} />,
            onSelect: () => take(step),
          }
        })}
      />
      {dialog}
    </>
  )
}

function StatusCell({ row }: { row: SellerRow }) {
  const { order } = row
  const { dialog, ...step } = useSellerStep(row)
  return (
    <span className="flex flex-col gap-1 tabular:items-start">
      <span className="flex flex-wrap items-center gap-2 tabular:flex-col tabular:items-start">
        {order.can.includes('set-status') ? (
          <StatusSelect order={order} />
        ) : (
          <StatusBadge status={order.status} />
        )}
        <StepButton key={order.history.at(-1)?.at} row={row} {...step} />
      </span>
      <SellerHandOver order={order} isLead={isLeadRow(row)} />
      <SellerNote row={row} />
      <BlockedNote order={order} side="seller" />
      {dialog}
    </span>
  )
}

function SellerNote({ row: { order, isJoined } }: { row: SellerRow }) {
  const { receivedAt, proposedUntil, confirmedAt, status, history } = order
  const agreement = receivedAt
    ? `Received ${formatDate(receivedAt)}`
    : proposedUntil
      ? `Buyer must confirm by ${formatDeadline(proposedUntil)}`
      : confirmedAt && status !== 'Cancelled' && !isJoined
        ? 'Confirmed by buyer'
        : undefined
  const last = history.findLast(({ what }) => what !== 'rent_moved')
  return (
    <>
      {last?.unusual && last.reason && (
        <span className="text-muted text-sm tabular:max-w-32">Your reason: {last.reason}</span>
      )}
      {agreement && <span className="text-muted text-sm tabular:max-w-32">{agreement}</span>}
    </>
  )
}
