// What the tests of predicted prices share: the wizard at an old book, and answers of their own.
import type { Locator } from '@playwright/test'
import type { PricePrediction } from '#contract/pricing.ts'
import { visit } from '#e2e/support/browser-page.ts'
import type { Page } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'

/** The call that predicts. */
export const predictRequest = { path: /predict-price$/, method: 'POST' } as const

/** An answer of ₹303.97 between ₹260 and ₹331, or as a test wants it. */
export const predictionResponse = (
  more: Partial<PricePrediction> = {},
): { json: PricePrediction } => ({
  json: {
    predicted_price: 303.97,
    low: 260,
    high: 331,
    reasons: ['It has been read once.'],
    comparables: [],
    ...more,
  },
})

/** Answers each prediction by what is asked. */
export async function stubPredictions(
  page: Page,
  priceOf: (ask: Record<string, unknown>) => Partial<PricePrediction>,
): Promise<void> {
  await page.route('**/api/predict-price', (route) =>
    route.fulfill(predictionResponse(priceOf(route.request().postDataJSON()))),
  )
}

/** Opens the wizard and says what the price of an old book is made of. */
export async function openOldBookForm(page: Page): Promise<Locator> {
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: 'Add Book' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Old Book/ }).click()
  await dialog.getByLabel('Publication year').fill('2017')
  await dialog.getByLabel('Pages').fill('300')
  await dialog.getByLabel('Original price (₹)').fill('650')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(20, 60))
  return dialog
}

/** The field that shows what was predicted. */
export const predictedPrice = (dialog: Locator): Locator =>
  dialog.getByLabel('Predicted price', { exact: true })

/** What is read out at the moment. */
export const announcement = (dialog: Locator, text: string | RegExp): Locator =>
  dialog.getByRole('status').filter({ hasText: text })
