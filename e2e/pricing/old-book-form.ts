// Helpers for adding an old book in the Add Book modal, and stubbed predictions.
import type { Locator } from '@playwright/test'
import type { PricePrediction } from '#contract/books/pricing.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { type Account, expect, type Page, unique, type Write } from '#e2e/support/fixtures.ts'
import { appendPhotos, makePhotos } from '#e2e/support/photos.ts'

export const addRequest = { path: /^\/api\/books\/seller\/books$/, method: 'POST' } as const
export const predictRequest = { path: /predict-price$/, method: 'POST' } as const

/** A prediction of ₹303.97 between ₹260 and ₹331, with optional overrides. */
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

export async function stubPredictions(
  page: Page,
  priceOf: (ask: Record<string, unknown>) => Partial<PricePrediction>,
): Promise<void> {
  await page.route('**/api/predict-price', (route) =>
    route.fulfill(predictionResponse(priceOf(route.request().postDataJSON()))),
  )
}

/** Opens the modal at its second step. */
export async function openAdd(page: Page, type: 'New' | 'Old'): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Book' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`^${type} Book`) }).click()
  await expect(dialog.getByLabel(/^ISBN/)).toBeFocused()
  return dialog
}

/** Opens the modal and fills in the fields that a prediction needs. */
export async function openOldBookForm(page: Page): Promise<Locator> {
  await visit(page, '/seller/manage-books')
  const dialog = await openAdd(page, 'Old')
  await dialog.getByLabel('Publication year').fill('2017')
  await dialog.getByLabel('Pages').fill('300')
  await dialog.getByLabel('Original price (₹)').fill('650')
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(20, 60))
  return dialog
}

export const predictedPrice = (dialog: Locator): Locator =>
  dialog.getByLabel('Predicted price', { exact: true })

export const submitButton = (dialog: Locator): Locator =>
  dialog.getByRole('button', { name: 'Submit' })

/** Finds a text that screen readers announce in the dialog. */
export const announcement = (dialog: Locator, text: string | RegExp): Locator =>
  dialog.getByRole('status').filter({ hasText: text })

/**
 * Fills in title and author. Waits for the focus, which moves to a field shortly after the step
 * appears.
 */
export async function fillTitleAndAuthor(dialog: Locator, title: string, author: string) {
  await expect(dialog.getByRole('textbox').first()).toBeFocused()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Author').fill(author)
}

/** Lists an old book of 2018 with the original price ₹650 for ₹240. Returns its title. */
export async function createOldBook(
  post: Write,
  seller: Account,
  more: Record<string, string> = {},
): Promise<string> {
  const title = unique('Fluid Mechanics')
  const form = new FormData()
  const facts = {
    bookType: 'old',
    title,
    author: 'F. White',
    branch: 'Civil',
    original_price: '650',
    condition: 'good',
    pages: '300',
  }
  const price = { publication_year: '2018', acceptPredictedPrice: 'no', customPrice: '240' }
  for (const [name, value] of Object.entries({ ...facts, ...price, ...more }))
    form.append(name, value)
  await appendPhotos(form, [120, 200])
  await post('/books/seller/books', form, seller)
  return title
}
