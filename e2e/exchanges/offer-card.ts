import type { Page } from '#e2e/support/fixtures.ts'

/** The latest offer of an exchange in the open chat. */
export const offerCard = (page: Page) =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /swap/i }) })
    .last()
