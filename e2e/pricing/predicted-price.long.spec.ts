// The predicted price in Add Book and on the book's page.
import type { Locator } from '@playwright/test'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { holdResponses, recordCalls, stubResponse } from '#e2e/support/network.ts'
import {
  announcement,
  fillTitleAndAuthor,
  openOldBookForm,
  predictedPrice,
  predictionResponse,
  predictRequest,
  stubPredictions,
} from './old-book-form.ts'

const predict = (dialog: Locator) => dialog.getByRole('button', { name: 'Predict Price' }).click()

test('a seller sees band, reasons and custom price; a buyer the band and the saving', async ({
  openPage,
  createAccount,
}) => {
  const title = unique('Optics')
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  const dialog = await openOldBookForm(page)
  await predict(dialog)
  await expect(predictedPrice(dialog)).toHaveValue(/^₹\d{3}\.\d\d$/)
  const band = dialog.getByText(/^Expected between ₹\d{3} and ₹\d{3}(; predicted ₹[\d.]+)?\.$/)
  await expect(band).toBeVisible()
  const [low = 0, high = 0] = [...((await band.textContent()) ?? '').matchAll(/₹(\d+)/g)].map(
    ([, rupees]) => Number(rupees),
  )
  await expect(dialog.getByRole('listitem').filter({ hasText: 'usually goes for' })).toHaveText(
    /in good condition usually goes for about \d\d\s% of its original price\.$/,
  )
  await expect(dialog.getByRole('listitem').filter({ hasText: 'similar listings' })).toBeVisible()
  await dialog.getByLabel('Accept Predicted Price').click()
  const own = dialog.getByLabel('Custom price (₹)')
  for (const [price, words] of [
    [low - 5, 'Likely to sell fast.'],
    [Math.round((low + high) / 2), 'A fair price.'],
    [high + 5, 'High: it may take a while to sell.'],
  ] as const) {
    await own.fill(String(price))
    await expect(dialog.getByText(words).first()).toBeVisible()
    await expect(announcement(dialog, words)).toBeAttached()
    await expect(dialog.locator('svg text').first()).toHaveText(`your price ₹${price}`)
  }
  await own.fill('260')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('heading', { name: 'Your price: ₹260' })).toBeVisible()
  await fillTitleAndAuthor(dialog, title, 'Ajoy Ghatak')
  await dialog.getByLabel('Branch').selectOption('Science')
  await expect(band).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('You save ₹390 (60 %)')).toBeVisible()
  await expect(
    page.getByText(/^Expected between ₹.+; predicted ₹[\d.]+ when it was listed\.$/),
  ).toBeVisible()
  await expect(
    page.getByText(
      /^How we know: second-hand listings abroad, adjusted to Indian prices, and prices of this title where we knew any\./,
    ),
  ).toBeVisible()
  await expect(page.locator('figure svg text')).toHaveText([
    'asks ₹260',
    /^₹[\d.]+ to ₹[\d.]+$/,
    '₹0',
    'printed price ₹650',
  ])
})

test('a title that isn’t known yet can sharpen the price; a band may be one price', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await stubResponse(
    page,
    predictRequest,
    predictionResponse({ predicted_price: 10, low: 10, high: 10 }),
  )
  const dialog = await openOldBookForm(page)
  await predict(dialog)
  await expect(dialog.getByText('Expected at about ₹10.')).toBeVisible()
  await expect(
    dialog.getByText('Naming the title in the next step can sharpen this price.'),
  ).toBeVisible()
  await expect(announcement(dialog, 'Predicted ₹10, expected at about ₹10.')).toBeAttached()
})

test('a custom price is compared while typing; an invalid one has no marker and says why', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await stubResponse(page, predictRequest, predictionResponse())
  const dialog = await openOldBookForm(page)
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  const own = dialog.getByLabel('Custom price (₹)')
  await own.fill('300')
  await expect(dialog.getByText('A fair price.').first()).toBeVisible()
  await expect(predictedPrice(dialog)).toHaveValue('')
  const marker = dialog.locator('svg text').first()
  const tick = dialog.locator('[data-predicted]')
  await expect(marker).toHaveText('your price ₹300')
  await expect(tick).toBeAttached()
  for (const [price, words] of [
    ['651', 'Your price can be at most the original price.'],
    ['0.5', 'Custom price must be at least ₹1.'],
    ['', 'Enter your price.'],
  ] as const) {
    await own.fill(price)
    await own.blur()
    await expect(marker).toHaveText('predicted ₹303.97')
    await expect(tick).toBeAttached()
    await expect(dialog.getByText(words)).toBeVisible()
    await expect(own).toHaveAttribute('aria-invalid', 'true')
  }
  await own.fill('250')
  await expect(dialog.getByText('Enter your price.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('heading', { name: 'Your price: ₹250' })).toBeVisible()
})

test('a changed field marks the prediction as out of date without shifting the layout', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller, {
    viewport: { width: 1280, height: 2000 },
  })
  await stubResponse(page, predictRequest, predictionResponse())
  const dialog = await openOldBookForm(page)
  await predict(dialog)
  await expect(dialog.getByText('Expected between ₹260 and ₹331.')).toBeVisible()
  const next = dialog.getByRole('button', { name: 'Next' })
  const place = async () => [await next.boundingBox(), await dialog.boundingBox()]
  const before = await place()
  await dialog.getByLabel('Pages').fill('301')
  await expect(dialog.getByText('Out of date: predict again.')).toBeVisible()
  await expect(predictedPrice(dialog)).toHaveValue('')
  expect(await place()).toEqual(before)
  await next.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Predict the price first, or enter your own price.',
  )
  await predict(dialog)
  await expect(predictedPrice(dialog)).toHaveValue('₹303.97')
  await expect(dialog.getByRole('alert')).toBeHidden()
  expect(await place()).toEqual(before)
  // A modal that grows keeps its top in place.
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await expect(dialog.getByLabel('Custom price (₹)')).toBeVisible()
  expect((await dialog.boundingBox())?.y).toBe(before[1]?.y)
})

test('a field changed during a prediction triggers another one', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await stubPredictions(page, ({ original_price }) => ({
    predicted_price: Number(original_price) / 2,
    low: 1,
    high: Number(original_price),
  }))
  const release = await holdResponses(page, predictRequest)
  const calls = recordCalls(page, predictRequest)
  const dialog = await openOldBookForm(page)
  await predict(dialog)
  await expect.poll(() => calls.length).toBe(1)
  await dialog.getByLabel('Original price (₹)').fill('700')
  release()
  await expect(predictedPrice(dialog)).toHaveValue('₹350.00')
  expect(calls).toHaveLength(2)
  await expect(announcement(dialog, 'Predicted ₹350, expected between ₹1 and ₹700.')).toBeAttached()
})
