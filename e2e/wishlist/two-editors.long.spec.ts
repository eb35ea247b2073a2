// The limits of one want are changed in two tabs at once.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

async function openTerms(page: Page, title: string) {
  await visit(page, '/buyer/wishlist')
  await page.getByRole('button', { name: `Change ${title}` }).click()
  return page.getByRole('dialog', { name: 'Change your terms' })
}

test('the second person to save a want’s limits sees the first one’s too, and chooses', async ({
  openPage,
  openTab,
  createAccount,
  put,
}) => {
  const buyer = await createAccount('buyer', 'Asha Patil')
  const title = unique('Wanted Twice')
  await put('/wants', { titles: [{ title, author: 'N. N.' }] }, buyer)
  const page = await openPage(buyer, { viewport: { width: 360, height: 740 } })
  const tab = await openTab(page)
  const first = await openTerms(page, title)
  const second = await openTerms(tab, title)
  await first.getByLabel('Extra you’d pay (₹)').fill('150')
  await first.getByLabel('Condition at least').selectOption('Good')
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(first).toBeHidden()

  const onTop = second.getByLabel('Extra you’d pay (₹)')
  await onTop.fill('100')
  const save = second.getByRole('button', { name: 'Save' })
  await save.click()
  const changed = second.getByRole('region', { name: 'This was changed in the meantime' })
  await expect(changed).toBeFocused()
  await expect(save).toBeInViewport()
  const choice = changed.getByRole('group', { name: 'Extra you’d pay' })
  await expect(choice).toContainText('Saved: ₹150')
  await expect(choice).toContainText('Yours: ₹100')
  await expect(choice.getByRole('radio', { name: 'Keep mine' })).toBeChecked()
  await expect(changed.getByRole('listitem')).toHaveText('Condition at least: Good')
  await expect(second.getByLabel('Condition at least')).toHaveValue('good')
  await checkScreen(tab, 'a want that was changed in the meantime')

  await choice.getByRole('radio', { name: 'Use saved' }).check()
  await expect(onTop).toHaveValue('150')
  await choice.getByRole('radio', { name: 'Keep mine' }).check()
  await expect(onTop).toHaveValue('100')
  await save.click()
  await expect(second).toBeHidden()
  const want = tab.getByRole('main').getByRole('article')
  await expect(want).toContainText('Good or better · also by swap, up to ₹100 extra')
  await visit(page, '/buyer/wishlist')
  await expect(page.getByRole('main').getByRole('article')).toContainText(
    'Good or better · also by swap, up to ₹100 extra',
  )
})
