import { expect, type Locator, type Page } from '@playwright/test'
import { failRequests, recordCalls } from '#e2e/support/network.ts'

/** Matches the request of an admin page, such as `/api/admin/buyers`. */
export const adminRequest = (name: string) => ({ path: new RegExp(`^/api/admin/${name}$`) })

export const adminLists = {
  buyers: {
    columns: ['Name', 'Email', 'Status', 'Action'],
    search: 'Search by name or email',
    empty: 'No buyers found.',
  },
  sellers: {
    columns: ['Name', 'Email', 'Phone', 'Status', 'Action'],
    search: 'Search by name or email',
    empty: 'No sellers found.',
  },
  books: {
    columns: [
      ...[
        'Title',
        'Author',
        'Type',
        'Branch',
        'Original Price',
        'Predicted Price',
        'Current Price',
      ],
      ...['Rent Price', 'Condition', 'Rentable', 'Seller', 'Action'],
    ],
    search: 'Search by title or branch',
    empty: 'No books found.',
  },
  orders: {
    columns: [
      ...['Book Title', 'Buyer', 'Buyer Email', 'Seller', 'Seller Email', 'Order Type', 'Price'],
      ...['Phone', 'Address', 'Status', 'Date'],
    ],
    search: 'Search by book, buyer or seller',
    empty: 'No orders found.',
  },
}
export type AdminList = keyof typeof adminLists

type Removal = { list: string; button: string; reason: string; failure: string; success: string }

/**
 * Removes a row of a list with the open dialog. Checks that the dialog requires a reason, keeps the
 * reason after an error, and sends only one request for a double click.
 */
export async function removeWithReason(
  page: Page,
  dialog: Locator,
  { list, button, reason, failure, success }: Removal,
): Promise<void> {
  const submit = dialog.getByRole('button', { name: button })
  const reasonField = dialog.getByLabel('Reason')
  await submit.click()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await expect(reasonField).toBeFocused()
  await reasonField.fill(reason)
  const removal = { path: new RegExp(`^/api/admin/${list}/[^/]+$`), method: 'DELETE' } as const
  const restore = await failRequests(page, removal)
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText(failure)
  await expect(reasonField).toHaveValue(reason)
  restore()
  const removals = recordCalls(page, removal)
  await submit.dblclick()
  await expect(page.getByText(success)).toBeVisible()
  expect(removals).toHaveLength(1)
}

export async function unblockWithReason(page: Page, name: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Unblock ${name}?` })
  await dialog.getByRole('button', { name: 'Unblock' }).click()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Unblock' }).click()
}
