import { expect, test } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'

test('the first Tab reaches a link that skips the header', async ({ openAt, sharedAccounts }) => {
  for (const [account, path] of [
    [undefined, '/about'],
    [sharedAccounts.seller, '/seller/manage-books'],
  ] as const) {
    const page = await openAt(path, account)
    await expect(page.getByRole('main')).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => !!document.activeElement?.closest('main, footer'))).toBe(true)
  }
})

test('a modal traps the focus, closes by Escape and returns the focus', async ({ openAt }) => {
  const page = await openAt('/about')
  const opener = page.getByRole('banner').getByRole('button', { name: 'Buy Books' })
  const dialog = page.getByRole('dialog', { name: 'Login as Buyer' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => !!document.activeElement?.closest('[role=dialog]'))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  // While the dialog is open, the page below doesn't scroll.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
})

test('pictures are reordered and removed by keyboard', async ({ openAt, sharedAccounts }) => {
  const page = await openAt('/seller/manage-books', sharedAccounts.seller)
  await page.getByRole('button', { name: 'Add Book' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /New Book/ }).click()
  await dialog.getByLabel('Images (2-5)').setInputFiles(await makePhotos(200, 100, 40))
  const pictures = dialog.getByRole('img')
  await expect(pictures).toHaveCount(3)
  const addresses = () =>
    pictures.evaluateAll((images) => images.map((image) => image.getAttribute('src')))
  const [one, two, three] = await addresses()
  const press = async (name: string) => {
    await dialog.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await press('Move picture 3 left')
  await expect.poll(addresses).toEqual([one, three, two])
  // The focus follows the picture, so that it can be moved further.
  await expect(dialog.getByRole('button', { name: 'Move picture 2 left' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(addresses).toEqual([three, one, two])
  await expect(pictures.first()).toHaveAccessibleName('Cover')
  await press('Remove picture 2')
  await expect.poll(addresses).toEqual([three, two])
  expect(await page.evaluate(() => !!document.activeElement?.closest('[role=dialog]'))).toBe(true)
})

test('reduced motion turns animations off', async ({ openAt }) => {
  const durations = async (reducedMotion: 'reduce' | 'no-preference') => {
    const page = await openAt('/about?login=buyer', undefined, { reducedMotion })
    return page
      .getByRole('dialog')
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration))
  }
  expect(await durations('no-preference')).toBeGreaterThan(0.1)
  expect(await durations('reduce')).toBeLessThan(0.001)
})
