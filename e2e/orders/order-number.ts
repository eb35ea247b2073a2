import type { Locator } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import type { Page } from '#e2e/support/fixtures.ts'

/** Returns an order's id as pages show it: its last six characters, in capitals. */
export const orderNumber = ({ _id }: Pick<Order, '_id'>) => _id.slice(-6).toUpperCase()

/** Expands the first card of a buyer's order on a phone. */
export const showMore = (card: Page | Locator) =>
  card
    .getByRole('button', { name: /^More, order/ })
    .first()
    .click()
