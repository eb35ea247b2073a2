// The last step of Add Book for an old book: the price, once the title is known.
import type { Locator } from '@playwright/test'
import type { TitleKnowledge } from '#contract/books/pricing.ts'
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

test.use({ viewport: { width: 360, height: 740 } })

const nothing: TitleKnowledge = { sold: 0, soldPrices: [], offered: 0, prices: 0 }
const sold: TitleKnowledge = { ...nothing, sold: 2, soldPrices: [240, 210], prices: 2 }
const offers = { offered: 3, lowestOffer: 180, title: '0123456789abcdef' }
const sale = { price: 240, originalPrice: 650, condition: 'good', soldIn: '2026-03' } as const

const priceBox = (dialog: Locator) => dialog.getByRole('region', { name: /^Your price/ })

test('a title of which nothing is known changes neither the price nor the layout', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller, { viewport: { width: 360, height: 1800 } })
  await stubByTitle(page, { known: nothing })
  const dialog = await openOldBookForm(page)
  await dialog.getByRole('button', { name: 'Predict Price' }).click()
  await expect(predictedPrice(dialog)).toHaveValue('₹200.60')
  const release = await holdResponses(page, predictRequest)
  await dialog.getByRole('button', { name: 'Next' }).click()
  const box = priceBox(dialog)
  await expect(box).toHaveAttribute('aria-busy', 'true')
  await expect(box.getByText('Working it out…')).toBeVisible()
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹200.60')
  release()
  await expect(
    box.getByText('Title and author, or the ISBN, can sharpen this price.'),
  ).toBeVisible()
  await expect(box.getByText('Title and branch may change the price.')).toBeVisible()
  const before = await submitButton(dialog).boundingBox()
  await fillTitleAndAuthor(dialog, 'Contract and Specific Relief', 'Avtar Singh')
  await expect(
    box.getByText('We found no copies of this edition to compare with. Its ISBN can help.'),
  ).toBeVisible()
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹200.60')
  expect(await submitButton(dialog).boundingBox()).toEqual(before)
})

test('known prices of the title change the prediction, and the form says so', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await stubByTitle(page, { predicted_price: 230, known: { ...sold, ...offers, prices: 5 } })
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  const box = priceBox(dialog)
  await fillTitleAndAuthor(dialog, 'Contract', 'Avtar Singh')
  await expect(box.getByRole('heading')).toHaveText('Your price: ₹230')
  const effect = '₹200.60 before the title was known; ₹230 for this title.'
  const sentence =
    '2 copies of this title were sold here, for ₹210 and ₹240; 3 others are offered from ₹180 (opens in a new tab).'
  await expect(box.getByText(effect).first()).toBeVisible()
  await expect(box.getByText(sentence)).toBeVisible()
  await expect(box.getByRole('link')).toHaveAttribute('href', `/titles/${offers.title}`)
  await checkScreen(page, 'a price by sales and offers of the title')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(predictedPrice(dialog)).toHaveValue('₹230.00')
  await expect(dialog.getByText(effect)).toBeVisible()
  await expect(dialog.getByText(sentence)).toBeVisible()
})

test('the sales one by one; an older server tells only them', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  await stubByTitle(page, { comparables: [sale, { ...sale, price: 186.69 }] })
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  await fillTitleAndAuthor(dialog, 'Contract', 'Avtar Singh')
  const box = priceBox(dialog)
  await expect(
    box.getByText('2 copies of this title were sold here, for ₹186.69 and ₹240.'),
  ).toBeVisible()
  await box.getByText('When and in which condition').click()
  await expect(box.getByRole('listitem').filter({ hasText: 'Sold for' })).toHaveText([
    'Sold for ₹240 in Mar 2026 (printed ₹650, good)',
    'Sold for ₹186.69 in Mar 2026 (printed ₹650, good)',
  ])
})

test('one request for all that was typed; half an ISBN is left out', async ({
  openPage,
  sharedAccounts,
}) => {
  const page = await openPage(sharedAccounts.seller)
  const asked: Record<string, unknown>[] = []
  await stubPredictions(page, (question) => {
    asked.push(question)
    return { known: question.isbn === undefined ? nothing : sold }
  })
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  const box = priceBox(dialog)
  await fillTitleAndAuthor(dialog, 'Contract', 'Avtar Singh')
  await dialog.getByLabel('ISBN').fill('97801430')
  await dialog.getByLabel('Branch').selectOption('Law')
  await expect(
    box.getByText('We found no copies of this edition to compare with.', { exact: true }),
  ).toBeVisible()
  const fields = {
    condition: 'good',
    publication_year: 2017,
    original_price: 650,
    pages: 300,
  }
  const named = { ...fields, branch: 'Law', title: 'Contract', author: 'Avtar Singh' }
  expect(asked[0]).toEqual(fields)
  await expect.poll(() => asked.at(-1)).toEqual(named)
  expect(asked.filter(({ isbn }) => isbn !== undefined)).toEqual([])
  await dialog.getByLabel('ISBN').fill('978-0-14-303965-5')
  await expect(box.getByText(/^2 copies of this title were sold here/)).toBeVisible()
  expect(asked.at(-1)).toEqual({ ...named, isbn: '9780143039655' })
})

test('a price that changes after Submit was pressed is shown first; a failed one too', async ({
  openPage,
  createAccount,
}) => {
  const page = await openPage(await createAccount('seller', 'Ravi Kumar'))
  await stubByTitle(page, { predicted_price: 230, known: sold })
  const dialog = await openOldBookForm(page)
  await toLastStep(dialog)
  const calls = recordCalls(page, addRequest)
  const title = unique('Contract')
  await fillTitleAndAuthor(dialog, title, 'Avtar Singh')
  const restore = await failReads(page, predictRequest)
  await dialog.getByLabel('Branch').selectOption('Law')
  await submitButton(dialog).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toHaveText(
    'The price could not be predicted. Press Submit to try again, or go back and enter your own.',
  )
  restore()
  await priceBox(dialog).getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toBeHidden()
  await expect(priceBox(dialog).getByRole('heading')).toHaveText('Your price: ₹230')
  // Shown for another title than the one that is typed now.
  await stubPredictions(page, () => ({ predicted_price: 245, known: sold }))
  const release = await holdResponses(page, predictRequest)
  await dialog.getByLabel('Title').fill(`${title}, second edition`)
  await submitButton(dialog).click()
  release()
  await expect(alert).toHaveText('The price is now ₹245. Press Submit to list at it.')
  await expect(priceBox(dialog).getByRole('heading')).toHaveText('Your price: ₹245')
  expect(calls).toEqual([])
  await checkScreen(page, 'a price that has changed at Submit')
  await submitButton(dialog).click()
  await expect(rowOf(page, title)).toBeVisible()
})
