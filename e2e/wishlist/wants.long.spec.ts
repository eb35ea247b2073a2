// The list of titles that a person wants, on the buyer's and the seller's pages.
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

const small = { width: 360, height: 740 }

async function openAddWant(page: Page) {
  await page.getByRole('button', { name: 'Add a book' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Which book do you need?' })).toBeVisible()
  return dialog
}

const wants = (page: Page) => page.getByRole('main').getByRole('article')

test('a buyer adds, changes and removes a title', async ({ openAt, buyer }) => {
  const page = await openAt('/buyer/dashboard', buyer, { viewport: small })
  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('link', { name: 'Wishlist', exact: true }).click()
  await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
  await checkScreen(page, 'wants, empty')
  const dialog = await openAddWant(page)
  await checkScreen(page, 'add a want')
  const title = dialog.getByRole('combobox', { name: 'Title' })
  await title.pressSequentially('flamingo cla')
  await expect(dialog.getByRole('option', { name: /Flamingo/ })).toBeVisible()
  await checkScreen(page, 'add a want, with suggestions')
  await title.press('ArrowDown')
  await title.press('Enter')
  await expect(dialog.getByLabel('Author')).toHaveValue('NCERT')
  await expect(dialog.getByRole('listbox')).toHaveCount(0)
  await dialog.getByLabel('Condition at least').selectOption('Good')
  await dialog.getByLabel('Distance').selectOption('Within 25 km')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(
    dialog.getByText('Enter your PIN code: the distance is from there.').first(),
  ).toBeVisible()
  await dialog.getByLabel('Your PIN code').fill('411038')
  await expect(dialog.getByText('Kothrud, Pune', { exact: false }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = wants(page)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Flamingo: Textbook in English for Class XII')
  await expect(row).toContainText('Good or better · also by swap · within 25 km')
  await expect(row).toContainText('Only you are waiting')
  await checkScreen(page, 'wants')

  await row.getByRole('button', { name: /^Change/ }).click()
  await expect(dialog.getByText('Kothrud, Pune', { exact: false }).first()).toBeVisible()
  await checkScreen(page, 'change a want')
  await dialog.getByLabel('Extra you’d pay (₹)').fill('150')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('also by swap, up to ₹150 extra')

  await row.getByRole('button', { name: /^Remove/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Remove this title?')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
})

test('a seller wants the books of a class', async ({ openAt, seller }) => {
  const page = await openAt('/seller/dashboard', seller, onDesktop)
  await page.getByRole('link', { name: 'Wishlist', exact: true }).click()
  const dialog = await openAddWant(page)
  await dialog.getByRole('button', { name: 'All of a class' }).click()
  await dialog.getByLabel('Class').selectOption('Class XI science (PCM), CBSE')
  await dialog.getByRole('checkbox', { name: /Physics.*Part I$/ }).uncheck()
  await dialog.getByRole('button', { name: 'Add 6 titles' }).click()
  await expect(page.getByText('Added 6 titles.')).toBeVisible()
  await expect(wants(page)).toHaveCount(6)
  const own = unique('My own title')
  await openAddWant(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Title is required.').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Title' }).fill(own)
  await dialog.getByLabel('Author').fill('N. N.')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(wants(page)).toHaveCount(7)
  await expect(wants(page).first()).toContainText(own)
  await checkScreen(page, 'wants of a seller')
})
