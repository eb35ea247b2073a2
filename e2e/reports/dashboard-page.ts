import type { Page } from '#e2e/support/fixtures.ts'

/** Finds a figure of the dashboard by its name. */
export const figure = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
