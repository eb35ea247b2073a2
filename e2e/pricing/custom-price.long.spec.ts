// A custom price while the prediction is late or fails.
import { expect, test } from '#e2e/support/fixtures.ts'
import { failReads, holdResponses, stubResponse } from '#e2e/support/network.ts'
import {
  openOldBookForm,
  predictedPrice,
  predictionResponse,
  predictRequest,
} from './old-book-form.ts'

test('a late prediction keeps the custom price and clears the error', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await stubResponse(page, predictRequest, predictionResponse())
  const release = await holdResponses(page, predictRequest)
  const dialog = await openOldBookForm(page)
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Predict the price first, or enter your own price.',
  )
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await dialog.getByLabel('Custom price (₹)').fill('222')
  release()
  await expect(predictedPrice(dialog)).toHaveValue('₹303.97')
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(dialog.getByLabel('Accept Predicted Price')).not.toBeChecked()
  await expect(dialog.getByLabel('Custom price (₹)')).toHaveValue('222')
  await expect(dialog.getByText('Expected between ₹260 and ₹331; predicted ₹303.97.')).toBeVisible()
})

test('a custom price without a prediction says so and can be retried', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  const restore = await failReads(page, predictRequest)
  const dialog = await openOldBookForm(page)
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(dialog.getByText('❌ Failed to predict price.')).toBeVisible()
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await dialog.getByLabel('Custom price (₹)').fill('100')
  await expect(dialog.getByText('The price could not be predicted.')).toBeVisible()
  restore()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('Likely to sell fast.').first()).toBeVisible()
  await expect(dialog.getByText('❌ Failed to predict price.')).toBeHidden()
})
