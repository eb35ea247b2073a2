// A price that can be trusted: its band and its reasons for who sells, what is saved for who buys, how it came true for admins.
import type { Locator } from '@playwright/test'
import { expect, type Page, photos, test, unique, visit } from './fixtures.ts'
import { look, optionsOf } from './looking.ts'
import { answer, breakCalls } from './network.ts'

/** Opens the wizard and says what the price of an old book is made of. */
async function describe(page: Page): Promise<Locator> {
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: 'Add Book' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Old Book/ }).click()
  await dialog.getByLabel('Publication year').fill('2017')
  await dialog.getByLabel('Pages').fill('300')
  await dialog.getByLabel('Original price (₹)').fill('650')
  return dialog
}

test('a seller sees the band, the reasons and where a price of their own falls; a buyer the band and what is saved', async ({
  openAs,
  makePerson,
}) => {
  const title = unique('Optics')
  const page = await openAs(await makePerson('seller', 'Ravi Kumar'))
  const dialog = await describe(page)
  await dialog.locator('input[type=file]').setInputFiles(await photos(2))
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(dialog.getByLabel('Predicted price', { exact: true })).toHaveValue(/^₹\d{3}\.\d\d$/)
  const band = dialog.getByText(/^Four of five such copies cost ₹\d{3} to ₹\d{3}\.$/)
  await expect(band).toBeVisible()
  const [low = 0, high = 0] = [...((await band.textContent()) ?? '').matchAll(/₹(\d+)/g)].map(([, rupees]) => Number(rupees))
  await expect(dialog.getByRole('listitem').filter({ hasText: 'asks about' })).toHaveText(
    /in good condition asks about \d\d% of its original price\.$/,
  )
  await expect(dialog.getByRole('listitem').filter({ hasText: 'real listings' })).toBeVisible()
  await dialog.getByLabel('Accept Predicted Price').click()
  const own = dialog.getByLabel('Custom price (₹)')
  for (const [price, words] of [
    [low - 5, 'Likely to sell fast.'],
    [Math.round((low + high) / 2), 'A fair price.'],
    [high + 5, 'High: it may take long.'],
  ] as const) {
    await own.fill(String(price))
    await expect(dialog.getByText(words)).toBeVisible()
  }
  await own.fill('260')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('heading', { name: 'Your price: ₹260.00' })).toBeVisible()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Author').fill('Ajoy Ghatak')
  await dialog.getByLabel('Branch').selectOption('Science')
  await expect(band).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('You save ₹390 (60 %)')).toBeVisible()
  await expect(page.getByText(/^Four of five such copies cost/)).toBeVisible()
})

test('what copies of the title were sold for stands under the reasons', async ({ openAs, makePerson }) => {
  const page = await openAs(await makePerson('seller', 'Ravi Kumar'))
  const comparables = [{ price: 270, originalPrice: 650, condition: 'good', soldAt: '2026-11-03T10:00:00.000Z' }]
  const said = { predicted_price: 303.97, low: 260, high: 331, reasons: ['It has been read once.'], comparables }
  await answer(page, { path: /predict-price$/ }, { json: said })
  const dialog = await describe(page)
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(dialog.getByText('Sold on Dobara:')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: '₹270' })).toHaveText('₹270 of ₹650 · Good · 3 Nov 2026')
})

for (const theme of ['light', 'dark'] as const)
  test(`an admin sees how predictions came true, ${theme}`, async ({ openAs, admin }) => {
    const page = await openAs(admin, optionsOf(theme))
    const mend = await breakCalls(page, { path: /admin\/pricing$/ })
    await visit(page, '/admin/prices')
    await expect(page.getByText('Could not load.')).toBeVisible({ timeout: 20_000 })
    mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    for (const name of ['Predicted and actual', 'Error over time', 'Path of the factors', 'Market factors', 'Latest sales'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Path of the factors' }).getByRole('row').first()).toContainText('The whole market')
    await expect(page.getByRole('table', { name: 'Factors by branch' }).getByRole('row')).not.toHaveCount(1)
    await look(page, 'prices', theme)
  })
