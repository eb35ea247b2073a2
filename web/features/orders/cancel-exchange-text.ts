import type { Order } from '#contract/orders/orders.ts'

/** What becomes of an exchange when one of its orders is cancelled now. */
export function cancelExchangeText({ exchange }: Pick<Order, 'exchange'>): string {
  const begun = exchange?.begun
  if (!begun)
    return 'No book has been handed over yet, so the whole swap is cancelled with it. This can’t be undone.'
  const what = begun.status === 'Delivered' ? 'handed over' : 'sent'
  return `“${begun.title}” has been ${what} already. Only your book is cancelled, and an admin decides what is owed.`
}
