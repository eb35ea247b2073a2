import type { Order } from '#contract/orders/orders.ts'

/** An order's last change, where it was an unusual one, for its buyer. */
export function lastChangeText({ history }: Order): string | undefined {
  const [before, last] = history.filter(({ what }) => what !== 'rent_moved').slice(-2)
  if (!before || !last?.unusual) return undefined
  return `The seller changed it from ${before.status} to ${last.status}: ${last.reason ?? 'no reason given'}`
}
