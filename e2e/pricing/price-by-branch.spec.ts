// The last step of Add Book for an old book: the price, once the branch is known.

import type { Locator } from '@playwright/test'
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'
import { failRequests, holdResponses } from '#e2e/support/network.ts'
import {
  announcement,
  fillTitleAndAuthor,
  openOldBookForm,
  predictedPrice,
  predictRequest,
  stubPredictions,
} from './old-book-form.ts'

const inLaw = '₹200.60 before the branch was known; ₹180.54 in Law.'
const prices: Record<string, number> = { Law: 180.54, Arts: 220 }
const byBranch = (page: Page) =>
  stubPredictions(page, ({ branch }) => ({
    predicted_price: prices[String(branch)] ?? 200.6,
    low: 150,
    high: 250,
  }))

/** Accepts the predicted price and goes on to the last step. */
async function toFacts(dialog: Locator, title: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(predictedPrice(dialog)).toHaveValue(/^₹/)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await fillTitleAndAuthor(dialog, title, 'Avtar Singh')
}

test('a branch that changes the price says so; the book can’t be listed before that', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await byBranch(page)
  const dialog = await openOldBookForm(page)
  const title = unique('Contract')
  await toFacts(dialog, title)
  const box = dialog.getByRole('region', { name: /^Your price/ })
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹200.60')
  const release = await holdResponses(page, predictRequest)
  await dialog.getByLabel('Branch').selectOption('Law')
  await expect(box).toHaveAttribute('aria-busy', 'true')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price is still being worked out. Press Submit when it is ready.',
  )
  release()
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹180.54')
  await expect(box.getByText(inLaw).first()).toBeVisible()
  await expect(announcement(dialog, inLaw)).toBeAttached()
  await expect(dialog.getByRole('alert')).toBeHidden()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(predictedPrice(dialog)).toHaveValue('₹180.54')
  await expect(dialog.getByText(inLaw)).toBeVisible()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹180.54')
  await expect(box.getByText(inLaw).first()).toBeVisible()
  await dialog.getByLabel('Branch').selectOption('Arts')
  await expect(
    box.getByText('₹200.60 before the branch was known; ₹220 in Arts.').first(),
  ).toBeVisible()
  await dialog.getByLabel('Branch').selectOption('History')
  await expect(box.getByText('The same in History.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(rowOf(page, title)).toBeVisible()
})

test('a failed prediction can be retried; a custom price needs none', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'), onDesktop)
  await byBranch(page)
  const dialog = await openOldBookForm(page)
  const title = unique('Evidence')
  await toFacts(dialog, title)
  const restore = await failRequests(page, predictRequest)
  await dialog.getByLabel('Branch').selectOption('Law')
  const box = dialog.getByRole('region', { name: /^Your price/ })
  await expect(box.getByText('The price could not be predicted.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price could not be predicted. Press Retry, or go back and enter your own.',
  )
  await checkScreen(page, 'a price that can’t be had')
  restore()
  await box.getByRole('button', { name: 'Retry' }).click()
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹180.54')
  await expect(dialog.getByRole('alert')).toBeHidden()

  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await dialog.getByLabel('Custom price (₹)').fill('190')
  await failRequests(page, predictRequest)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Branch').selectOption('Arts')
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹190')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('✅ Book Added Successfully!')).toBeVisible()
  await expect(rowOf(page, title)).toContainText('asks ₹190')
})

test('the price has a placeholder; sales that load later don’t shift the layout', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller, {
    viewport: { width: 1280, height: 1600 },
  })
  const sale = { price: 186.69, originalPrice: 450, condition: 'good' as const, soldIn: '2026-03' }
  await stubPredictions(page, ({ title }) => ({
    comparables: title ? [sale, { ...sale, price: 210 }] : [],
  }))
  const dialog = await openOldBookForm(page)
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(predictedPrice(dialog)).toHaveValue(/^₹/)
  const release = await holdResponses(page, predictRequest)
  await dialog.getByRole('button', { name: 'Next' }).click()
  const box = dialog.getByRole('region', { name: 'Your price' })
  await expect(box).toHaveAttribute('aria-busy', 'true')
  await expect(box.getByText('Working it out…')).toBeVisible()
  release()
  await expect(box.getByText('Past sales of this title will appear here.')).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Submit' })
  const before = await submit.boundingBox()
  await dialog.getByLabel('Title').fill('Contract and Specific Relief')
  await expect(box.getByText('Sold on Dobara: 2 copies, ₹186.69 to ₹210')).toBeVisible()
  expect(await submit.boundingBox()).toEqual(before)
})
