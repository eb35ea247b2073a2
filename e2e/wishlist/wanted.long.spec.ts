// A guest sees the titles that other people want, and goes from there to a listing.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { acceptDialogs, submitLogin, visit } from '#e2e/support/browser-page.ts'
import { expect, password, test } from '#e2e/support/fixtures.ts'

const small = { width: 360, height: 740 }

const wanted = (title: string, pinCode: string, author = 'N. N. Rao') => ({
  titles: [{ title, author }],
  pinCode,
})

test('a guest lists a copy of a wanted title', async ({ openPage, put, seller, createAccount }) => {
  // The title is from the catalogue, because other titles become public only when their listing is
  // some days old.
  const title = 'Laboratory Manual: Science, Class IX'
  for (const pinCode of ['411038', '411004', '411038'])
    await put('/wants', wanted(title, pinCode, 'NCERT'), await createAccount('buyer', 'Asha Patil'))
  const page = await openPage(undefined, { viewport: small })
  acceptDialogs(page)
  await visit(page, '/about')
  await page.getByRole('main').getByRole('link', { name: 'exchange' }).click()
  await expect(page.getByRole('heading', { name: 'Wanted books' })).toBeVisible()
  await expect(page).toHaveTitle('Wanted books · Dobara')
  // The list is filtered, because popular titles come first and only three people want this one.
  await expect(async () => {
    await visit(page, '/wanted?class=9&city=Pune%2C+Maharashtra')
    await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  const row = page.getByRole('article').filter({ hasText: title })
  await expect(row).toContainText(/\d people want this/)
  await expect(page.getByLabel('Class')).toHaveValue('9')
  await checkScreen(page, 'what is wanted')

  await row.getByRole('button', { name: /^I have this/ }).click()
  await checkScreen(page, 'a person who has the title chooses an account to log in to')
  await page.getByRole('button', { name: 'As a seller' }).click()
  await submitLogin(page.getByRole('dialog'), seller.email, password)
  const dialog = page.getByRole('dialog', { name: 'Add Book' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: /New Book/ }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Title')).toHaveValue(title)
  await expect(form.getByLabel('Author')).toHaveValue('NCERT')
  await expect(form.getByRole('checkbox', { name: 'Open to swap' })).toBeChecked()
  await expect(form.getByText(/\d people want this/)).toBeVisible()
  await checkScreen(page, 'add a book that is wanted')
})

test('an admin hides a wanted title', async ({ openPage, put, admin, buyer }) => {
  const title = 'Abhyaswaan Bhav: Workbook in Sanskrit for Class IX'
  await put('/wants', wanted(title, '560001', 'NCERT'), buyer)
  const page = await openPage(admin, { viewport: small })
  const row = page.getByRole('article').filter({ hasText: title })
  await expect(async () => {
    await visit(page, '/wanted?class=9')
    await expect(row).toBeVisible({ timeout: 1000 })
  }).toPass()
  await row.getByRole('button', { name: /^Hide/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Hide this title?' })
  await checkScreen(page, 'hiding a wanted title')
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Not a title.')
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('Hidden from Wanted books.')).toBeVisible()
  await expect(row).toBeHidden()
  await visit(page, '/admin/audit')
  await expect(page.getByText('Hid wanted title').first()).toBeVisible()
  await expect(page.getByText('Not a title.').first()).toBeVisible()
})

test('a buyer who has the title gives it', async ({ openPage, createAccount }) => {
  const buyer = await createAccount('buyer', 'Meera Iyer')
  for (const isLoggedIn of [true, false]) {
    const page = await openPage(isLoggedIn ? buyer : undefined, { viewport: small })
    acceptDialogs(page)
    await visit(page, '/wanted')
    const have = page.getByRole('button', { name: /^I have this/ }).first()
    const title = (await have.textContent())?.replace('I have this: ', '') ?? ''
    await have.click()
    if (!isLoggedIn) {
      await page.getByRole('button', { name: 'As a buyer' }).click()
      await submitLogin(page.getByRole('dialog'), buyer.email, password)
    }
    const form = page.getByRole('dialog', { name: 'What can you give?' })
    await expect(form.getByLabel('Title')).toHaveValue(title)
    await expect(form.getByLabel('Author')).not.toHaveValue('')
    await expect(page).toHaveURL('/wanted')
    if (isLoggedIn) await checkScreen(page, 'to give what is wanted')
  }
})
