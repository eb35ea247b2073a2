import type { Page } from '@playwright/test'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'

const phone = { viewport: { width: 360, height: 740 } }

async function openEditor(page: Page, title: string) {
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  return page.getByRole('dialog', { name: 'Update Book' })
}

test('when two people edit a book, the second sees what the first saved next to their own text', async ({
  openPage,
  openTab,
  createAccount,
  createBook,
}, testInfo) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const title = unique('Two Editors')
  await createBook(seller, { title, author: 'M. Mano', price: 400 })
  const page = await openPage(seller, phone)
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
  await tab.screenshot({ path: testInfo.outputPath('changed.png') })

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

test('a person who saves while another save is pending is notified, too', async ({
  openPage,
  openTab,
  createAccount,
  createBook,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const title = unique('Same Moment')
  await createBook(seller, { title, price: 400 })
  const page = await openPage(seller, phone)
  const first = await openEditor(page, title)
  const tab = await openTab(page)
  const second = await openEditor(tab, title)
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  await tab.route(/\/api\/books\/seller\/books\/./, async (route) => {
    if (route.request().method() === 'PUT') {
      isHeld.resolve()
      await held.promise
    }
    await route.continue()
  })
  await second.getByLabel('Price (₹)', { exact: true }).fill('300')
  await second.getByRole('button', { name: 'Update Book' }).click()
  await isHeld.promise
  await first.getByLabel('Price (₹)', { exact: true }).fill('350')
  await first.getByRole('button', { name: 'Update Book' }).click()
  await expect(page.getByText('✅ Book Updated Successfully!').first()).toBeVisible()
  held.resolve()
  await expect(second.getByText('Saved: ₹350')).toBeVisible()
  await expect(second.getByText('Yours: ₹300')).toBeVisible()
  await expect(second.getByLabel('Price (₹)', { exact: true })).toHaveValue('300')
})

test('the profile behaves in the same way', async ({
  openPage,
  openTab,
  createAccount,
}, testInfo) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller, phone)
  const tab = await openTab(page)
  for (const editor of [page, tab]) {
    await visit(editor, '/seller/profile')
    await editor.getByRole('button', { name: 'Edit Profile' }).click()
  }
  await page.getByLabel('Name', { exact: true }).fill('Ravi K.')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
  await tab.getByLabel('Name', { exact: true }).fill('R. Kumar')
  await tab.getByLabel('Phone').fill('9876543210')
  await tab.getByRole('button', { name: 'Update Profile' }).click()
  const name = tab.getByRole('group', { name: 'Name' })
  await expect(name).toContainText('Saved: Ravi K.')
  await expect(name).toContainText('Yours: R. Kumar')
  await expect(tab.getByLabel('Phone')).toHaveValue('9876543210')
  await tab.screenshot({ path: testInfo.outputPath('changed.png') })
  await name.getByRole('radio', { name: 'Use saved' }).check()
  await tab.getByRole('button', { name: 'Update Profile' }).click()
  await expect(tab.getByText('Profile updated successfully!').first()).toBeVisible()
  await expect(tab.getByRole('definition').filter({ hasText: 'Ravi K.' })).toBeVisible()
})
