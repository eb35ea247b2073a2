// The last step of Add Book for an old book: the price, once the branch is known.

import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { rowOf } from '#e2e/support/browser-page.ts'
import { expect, type Page, test, unique } from '#e2e/support/fixtures.ts'
import { failReads, holdResponses } from '#e2e/support/network.ts'
import {
  announcement,
  fillTitleAndAuthor,
  openOldBookForm,
  predictedPrice,
  predictRequest,
  stubPredictions,
  submitButton,
  toLastStep,
} from './old-book-form.ts'

const inLaw = '₹200.60 before the branch was known; ₹180.54 in Law.'
const prices: Record<string, number> = { Law: 180.54, Arts: 220 }
const byBranch = (page: Page) =>
  stubPredictions(page, ({ branch }) => ({
    predicted_price: prices[String(branch)] ?? 200.6,
    low: 150,
    high: 250,
  }))

test('a branch that changes the price says so; Submit waits for it and doesn’t list at another one', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await byBranch(page)
  const dialog = await openOldBookForm(page)
  const title = unique('Contract')
  await toLastStep(dialog)
  await fillTitleAndAuthor(dialog, title, 'Avtar Singh')
  const box = dialog.getByRole('region', { name: /^Your price/ })
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹200.60')
  const release = await holdResponses(page, predictRequest)
  await dialog.getByLabel('Branch').selectOption('Law')
  await expect(box).toHaveAttribute('aria-busy', 'true')
  const submit = submitButton(dialog)
  await submit.click()
  await expect(submit).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price is now ₹180.54. Press Submit to list at it.',
  )
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹180.54')
  await expect(box.getByText(inLaw).first()).toBeVisible()
  await expect(announcement(dialog, inLaw)).toBeAttached()
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
  await submit.click()
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
  await toLastStep(dialog)
  await fillTitleAndAuthor(dialog, title, 'Avtar Singh')
  const restore = await failReads(page, predictRequest)
  await dialog.getByLabel('Branch').selectOption('Law')
  const box = dialog.getByRole('region', { name: /^Your price/ })
  await expect(box.getByText('The price could not be predicted.')).toBeVisible()
  await submitButton(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price could not be predicted. Press Submit to try again, or go back and enter your own.',
  )
  await checkScreen(page, 'a price that can’t be had')
  restore()
  await box.getByRole('button', { name: 'Retry' }).click()
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹180.54')
  await expect(dialog.getByRole('alert')).toBeHidden()

  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await dialog.getByLabel('Custom price (₹)').fill('190')
  await failReads(page, predictRequest)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Branch').selectOption('Arts')
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹190')
  await submitButton(dialog).click()
  await expect(page.getByText('✅ Book Added Successfully!')).toBeVisible()
  await expect(rowOf(page, title)).toContainText('asks ₹190')
})
