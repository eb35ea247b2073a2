// The scale that compares a custom price with the predicted band.
import type { Locator } from '@playwright/test'
import { checkScreen, onDesktop, onEachScreen } from '#e2e/accessibility/check-screen.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'
import { openOldBookForm, predictionResponse, predictRequest } from './old-book-form.ts'

/** Checks that the labels stay inside the scale and overlap by at most 3 px in height. */
async function expectLabelsApart(dialog: Locator): Promise<void> {
  const labels = await dialog.locator('svg text').all()
  const boxes = await Promise.all(labels.map((label) => label.boundingBox()))
  const scale = await dialog.locator('figure').boundingBox()
  for (const [index, box] of boxes.entries()) {
    if (!box || !scale) throw new Error('The scale is not drawn.')
    expect(box.x).toBeGreaterThanOrEqual(scale.x - 1)
    expect(box.x + box.width).toBeLessThanOrEqual(scale.x + scale.width + 1)
    for (const other of boxes.slice(index + 1))
      if (other)
        expect(
          box.x + box.width <= other.x ||
            other.x + other.width <= box.x ||
            box.y + box.height <= other.y + 3,
        ).toBe(true)
  }
}

/**
 * Returns three WCAG contrasts: band to rail, band to background, and the rail's outline to
 * background.
 */
const readContrasts = (dialog: Locator): Promise<number[]> =>
  dialog.locator('[data-band]').evaluate((band) => {
    const canvas = document.createElement('canvas').getContext('2d')
    const luminance = (color: string) => {
      if (!canvas) return 0
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
        (part) =>
          part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one: string, other: string) => {
      const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
      return (lighter + 0.05) / (darker + 0.05)
    }
    const rail = getComputedStyle(band.previousElementSibling as Element)
    const box = getComputedStyle(band.closest('.bg-sunken') as Element).backgroundColor
    const { fill } = getComputedStyle(band)
    return [contrast(fill, rail.fill), contrast(fill, box), contrast(rail.stroke, box)]
  })

test('the scale is readable', async ({ openPage, sharedAccounts }) => {
  const page = await openPage(sharedAccounts.seller, onDesktop)
  const prediction = { predicted_price: 99_000, low: 98_000, high: 99_999.99 }
  await stubResponse(page, predictRequest, predictionResponse(prediction))
  const dialog = await openOldBookForm(page)
  await dialog.getByLabel('Original price (₹)').fill('99999.99')
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await dialog.getByLabel('Accept Predicted Price').uncheck()
  for (const price of ['1', '30000', '65000', '99999.99']) {
    await dialog.getByLabel('Custom price (₹)').fill(price)
    await expect(dialog.locator('svg text').first()).toContainText('Your price')
    if (price === '65000') await checkScreen(page, 'a custom price')
    await onEachScreen(page, () => expectLabelsApart(dialog))
  }
  await onEachScreen(page, async () => {
    for (const contrast of await readContrasts(dialog)) expect(contrast).toBeGreaterThanOrEqual(3)
  })
  await dialog.getByLabel('Accept Predicted Price').check()
  await dialog.getByLabel('Pages').fill('0')
  await expect(dialog.getByText('Out of date.')).toBeVisible()
  await checkScreen(page, 'a prediction that is out of date')
})
