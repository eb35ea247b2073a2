// Add Book for an old book: at which price Submit lists it, and that its alert is seen.
import type { Locator } from '@playwright/test'
import type { PricePrediction } from '#contract/books/pricing.ts'
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { rowOf } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'
import { failReads, holdResponses, recordCalls } from '#e2e/support/network.ts'
import {
  addRequest,
  fillTitleAndAuthor,
  openOldBookForm,
  predictedPrice,
  predictRequest,
  stubByTitle,
  stubPredictions,
  submitButton,
  toLastStep,
} from './old-book-form.ts'

test.use({ viewport: { width: 360, height: 640 } })

const sale = { price: 240, originalPrice: 650, condition: 'good', soldIn: '2026-03' } as const
const ofTitle: Partial<PricePrediction> = {
  predicted_price: 230,
  reasons: ['It has been read once.', 'This title goes for about 15 % more than other books.'],
  comparables: [sale, { ...sale, price: 210 }],
  known: { sold: 2, soldPrices: [240, 210], offered: 3, lowestOffer: 180, prices: 5 },
}

const heading = (dialog: Locator) => dialog.getByRole('heading', { name: /^Your price/ })

async function fillDetails(dialog: Locator, title: string) {
  await fillTitleAndAuthor(dialog, title, 'Avtar Singh')
  await dialog.getByLabel('Branch').selectOption('Law')
}

async function expectInView(dialog: Locator, button: string) {
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 })
}

test('the alert of Next and Submit is in view with the button, however the form has grown', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await stubByTitle(page, ofTitle)
  const dialog = await openOldBookForm(page)
  await dialog.getByLabel('Publication year').press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    'Predict the price first, or enter your own price.',
  )
  await expectInView(dialog, 'Next')
  await toLastStep(dialog)
  const release = await holdResponses(page, predictRequest)
  await fillDetails(dialog, unique('Contract'))
  await submitButton(dialog).click()
  await expect(submitButton(dialog)).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price is now ₹230. Press Submit to list at it.',
  )
  await expectInView(dialog, 'Submit')
})

test('a price that the seller hasn’t seen is told first', async ({ openPage, createAccount }) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await stubByTitle(page, ofTitle)
  const calls = recordCalls(page, addRequest)
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  const title = unique('Contract')
  await fillDetails(dialog, title)
  await expect(heading(dialog)).toHaveText('Your price: ₹230')
  await expect(heading(dialog)).not.toBeInViewport()
  await dialog.getByLabel('Copies').press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price is now ₹230. Press Submit to list at it.',
  )
  await expectInView(dialog, 'Submit')
  expect(calls).toEqual([])
  await dialog.getByLabel('Copies').press('Enter')
  await expect(rowOf(page, title)).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('a price in view needs no second Submit', async ({ openPage, createAccount }) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'), {
    viewport: { width: 1280, height: 2000 },
  })
  await stubByTitle(page, ofTitle)
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  const title = unique('Contract')
  await fillDetails(dialog, title)
  await expect(heading(dialog)).toHaveText('Your price: ₹230')
  await expect(dialog.getByText('Working it out…')).toBeHidden()
  await submitButton(dialog).click()
  await expect(rowOf(page, title)).toBeVisible()
})

test('a difference of a few rupees isn’t asked about', async ({ openPage, createAccount }) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await stubByTitle(page, { ...ofTitle, predicted_price: 205 })
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  const title = unique('Contract')
  await fillDetails(dialog, title)
  await dialog.getByLabel('Copies').press('Enter')
  await expect(rowOf(page, title)).toBeVisible()
})

test('Submit asks again for a price that failed', async ({ openPage, createAccount }) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await stubByTitle(page, {})
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  const restore = await failReads(page, predictRequest)
  const title = unique('Contract')
  await fillDetails(dialog, title)
  await submitButton(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price could not be predicted. Press Submit to try again, or go back and enter your own.',
  )
  await expectInView(dialog, 'Submit')
  restore()
  await submitButton(dialog).click()
  await expect(rowOf(page, title)).toBeVisible()
})

test('while the price is long in coming, the form says what else can be done', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await stubByTitle(page, ofTitle)
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  await expect(dialog.getByText('Title and branch may change the price.')).toBeVisible()
  await holdResponses(page, predictRequest)
  await fillDetails(dialog, unique('Contract'))
  const text = dialog.getByText('The price is taking long. You can go back and enter your own.')
  await page.clock.install()
  await submitButton(dialog).click()
  await expect(submitButton(dialog)).toHaveAttribute('aria-busy', 'true')
  await expect(text).toBeHidden()
  await page.clock.fastForward(5000)
  await expect(text).toBeInViewport({ ratio: 1 })
  await expect(submitButton(dialog)).toBeInViewport({ ratio: 1 })
  await page.clock.resume()
  await checkScreen(page, 'a price that is long in coming')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await expect(dialog.getByLabel('Custom price (₹)')).toBeVisible()
})

test('Predict Price asks for the title once it is named', async ({ openPage, sharedAccounts }) => {
  const page = await openPage(sharedAccounts.seller)
  const asked: Record<string, unknown>[] = []
  await stubPredictions(page, (question) => {
    asked.push(question)
    return question.title === undefined ? {} : ofTitle
  })
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  const fields = { condition: 'good', publication_year: 2017, pages: 300 }
  expect(asked[0]).toEqual({ ...fields, original_price: 650 })
  await fillTitleAndAuthor(dialog, 'Contract', 'Avtar Singh')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Original price (₹)').fill('640')
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(predictedPrice(dialog)).toHaveValue('₹230.00')
  await expect(dialog.getByText(/^2 copies of this title were sold here/)).toBeVisible()
  expect(asked.at(-1)).toEqual({
    ...fields,
    original_price: 640,
    title: 'Contract',
    author: 'Avtar Singh',
  })
})
