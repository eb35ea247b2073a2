// A price of one's own beside a prediction that is late, fails, or comes after all.
import { expect, test } from '#e2e/support/fixtures.ts'
import { answer, breakCalls, hold } from '#e2e/support/network.ts'
import { describeOld, predictedIn, predicting, priceSaid } from './old-book-form.ts'

test('a late answer takes nothing from who has named a price meanwhile, and clears what asked for it', async ({
  openAs,
  makePerson,
}) => {
  const page = await openAs(await makePerson('seller', 'Ravi Kumar'))
  await answer(page, predicting, priceSaid())
  const release = await hold(page, predicting)
  const dialog = await describeOld(page)
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Predict the price first, or enter your own price.',
  )
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await dialog.getByLabel('Custom price (₹)').fill('222')
  release()
  await expect(predictedIn(dialog)).toHaveValue('₹303.97')
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(dialog.getByLabel('Accept Predicted Price')).not.toBeChecked()
  await expect(dialog.getByLabel('Custom price (₹)')).toHaveValue('222')
  await expect(dialog.getByText('Expected between ₹260 and ₹331; predicted ₹303.97.')).toBeVisible()
})

test('where a price of one’s own can’t be judged, that is said and can be asked for again', async ({
  openAs,
  makePerson,
}) => {
  const page = await openAs(await makePerson('seller', 'Ravi Kumar'))
  const mend = await breakCalls(page, predicting)
  const dialog = await describeOld(page)
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(dialog.getByText('❌ Failed to predict price.')).toBeVisible()
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  await dialog.getByLabel('Custom price (₹)').fill('100')
  await expect(dialog.getByText('The price could not be predicted.')).toBeVisible()
  mend()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('Likely to sell fast.').first()).toBeVisible()
  await expect(dialog.getByText('❌ Failed to predict price.')).toBeHidden()
})
