import type { Page } from '@playwright/test'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'

async function openEditor(page: Page, title: string) {
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  return page.getByRole('dialog', { name: 'Update Book' })
}

test('two people edit the same book', async ({ openPage, openTab, createBook, seller }) => {
  const title = unique('Two Editors')
  await createBook(seller, { title, author: 'M. Mano', price: 400 })
  const page = await openPage(seller, onPhone)
  const first = await openEditor(page, title)
  const tab = await openTab(page)
  const second = await openEditor(tab, title)

  await first.getByLabel('Price (₹)', { exact: true }).fill('350')
  await first.getByLabel('Author').fill('Morris Mano')
  await first.getByRole('button', { name: 'Update Book' }).click()
  await expect(page.getByText('✅ Book Updated Successfully!').first()).toBeVisible()

  await second.getByLabel('Price (₹)', { exact: true }).fill('300')
  await second.getByLabel('Description').fill('Covers as new.')
  const save = second.getByRole('button', { name: 'Update Book' })
  await save.click()
  const changed = second.getByRole('region', { name: 'This was changed in the meantime' })
  await expect(changed).toBeFocused()
  const price = changed.getByRole('group', { name: 'Price' })
  await expect(price).toContainText('Saved: ₹350')
  await expect(price).toContainText('Yours: ₹300')
  await expect(price.getByRole('radio', { name: 'Keep mine' })).toBeChecked()
  await expect(changed.getByRole('listitem')).toHaveText('Author: Morris Mano')
  await expect(second.getByLabel('Author')).toHaveValue('Morris Mano')

  await price.getByRole('radio', { name: 'Use saved' }).check()
  await expect(second.getByLabel('Price (₹)', { exact: true })).toHaveValue('350')
  await price.getByRole('radio', { name: 'Keep mine' }).check()
  await expect(second.getByLabel('Price (₹)', { exact: true })).toHaveValue('300')
  await save.click()
  await expect(tab.getByText('✅ Book Updated Successfully!').first()).toBeVisible()

  const again = await openEditor(tab, title)
  await expect(again.getByLabel('Price (₹)', { exact: true })).toHaveValue('300')
  await expect(again.getByLabel('Author')).toHaveValue('Morris Mano')
  await expect(again.getByLabel('Description')).toHaveValue('Covers as new.')
})
