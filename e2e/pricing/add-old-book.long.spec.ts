// Adds an old book, and follows its predicted price from the form to the book's page. The texts and
// errors of the form are in its component tests.

import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { holdResponses, recordCalls, stubResponse } from '#e2e/support/network.ts'
import {
  addRequest,
  announcement,
  fillTitleAndAuthor,
  openOldBookForm,
  predictedPrice,
  predictionResponse,
  predictRequest,
  stubPredictions,
  submitButton,
} from './old-book-form.ts'

test('a prediction from the form to the book’s page', async ({ openPage, seller }) => {
  const title = unique('Optics')
  const page = await openPage(seller)
  const dialog = await openOldBookForm(page)
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(predictedPrice(dialog)).toHaveValue(/^₹\d{3}\.\d\d$/)
  const band = dialog.getByText(/^Similar copies sell for ₹\d{3}–\d{3}\.$/)
  await expect(band).toBeVisible()
  const [low = 0, high = 0] = [...((await band.textContent()) ?? '').matchAll(/\d+/g)].map(Number)
  await dialog.getByText('How is this estimated?').click()
  await expect(
    dialog.getByText(/^Used copies of this age and condition sell for about \d\d% of the original/),
  ).toBeVisible()
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
    await expect(dialog.locator('svg text').first()).toHaveText(`Your price ₹${price}`)
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
  await expect(page.getByText('60% off · you save ₹390')).toBeVisible()
  await page.getByText('Is this a fair price?').click()
  await expect(
    page.getByText(/^Similar copies sell for ₹\d{3}–\d{3}\. We estimate that from its condition/),
  ).toBeVisible()
})

test('predictions don’t shift the layout', async ({ openPage, sharedAccounts }) => {
  const page = await openPage(sharedAccounts.seller, {
    viewport: { width: 1280, height: 2000 },
  })
  await stubResponse(
    page,
    predictRequest,
    predictionResponse({ known: { sold: 0, soldPrices: [], offered: 0, prices: 0 } }),
  )
  const dialog = await openOldBookForm(page)
  const predictButton = dialog.getByRole('button', { name: 'Predict Price' })
  await predictButton.click()
  await expect(dialog.getByText('Similar copies sell for ₹260–331.')).toBeVisible()
  const next = dialog.getByRole('button', { name: 'Next' })
  const place = async () => [await next.boundingBox(), await dialog.boundingBox()]
  const before = await place()
  const releaseFirst = await holdResponses(page, predictRequest)
  await dialog.getByLabel('Pages').fill('301')
  await expect(dialog.getByText('Working it out…')).toBeVisible()
  await expect(predictedPrice(dialog)).toHaveValue('')
  expect(await place()).toEqual(before)
  releaseFirst()
  await expect(predictedPrice(dialog)).toHaveValue('₹303.97')
  expect(await place()).toEqual(before)
  // The top of the modal doesn't move when the modal grows.
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await expect(dialog.getByLabel('Custom price (₹)')).toBeVisible()
  expect((await dialog.boundingBox())?.y).toBe(before[1]?.y)
  await dialog.getByLabel('Accept Predicted Price').check()
  await next.click()
  const box = dialog.getByRole('region', { name: /^Your price/ })
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹303.97')
  await expect(box.getByText('Add the title for a better estimate.')).toBeVisible()
  const submitAt = await submitButton(dialog).boundingBox()
  await fillTitleAndAuthor(dialog, 'Contract and Specific Relief', 'Avtar Singh')
  await expect(box.getByText(/^No other copies of this edition on Dobara/)).toBeVisible()
  expect(await submitButton(dialog).boundingBox()).toEqual(submitAt)
})

test('on a phone, alerts and the price are in view', async ({ openPage, seller }) => {
  const page = await openPage(seller, {
    viewport: { width: 360, height: 640 },
  })
  const known = { sold: 2, soldPrices: [240, 210], offered: 3, lowestOffer: 180, prices: 5 }
  await stubPredictions(page, ({ title }) => ({
    predicted_price: title === undefined ? 200.6 : 230,
    reasons: ['It has been read once.', 'This title goes for about 15 % more than other books.'],
    ...(title !== undefined && { known }),
  }))
  const calls = recordCalls(page, addRequest)
  const dialog = await openOldBookForm(page)
  const alert = dialog.getByRole('alert')
  await dialog.getByLabel('Publication year').press('Enter')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByText('Add the title for a better estimate.')).toBeVisible()
  const release = await holdResponses(page, predictRequest)
  const title = unique('Contract')
  await fillTitleAndAuthor(dialog, title, 'Avtar Singh')
  await dialog.getByLabel('Branch').selectOption('Law')
  await dialog.getByLabel('Copies').press('Enter')
  await expect(submitButton(dialog)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(alert).toHaveText('The price is now ₹230. Press Submit to list at it.')
  await expect(alert).toBeInViewport({ ratio: 1 })
  await expect(submitButton(dialog)).toBeInViewport({ ratio: 1 })
  expect(calls).toEqual([])
  await submitButton(dialog).scrollIntoViewIfNeeded()
  await expect(dialog.getByRole('heading', { name: 'Your price: ₹230' })).toBeInViewport()
  await checkScreen(page, 'the price above Submit')
  await submitButton(dialog).click()
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible()
  expect(calls).toHaveLength(1)
})
