// The price of a title in Update Book, and on the real market from the form to the saved price.
import type { PricePrediction, TitleKnowledge } from '#contract/books/pricing.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { failReads, holdResponses } from '#e2e/support/network.ts'
import { isOtherPrice } from '#web/features/pricing/is-other-price.ts'
import {
  createOldBook,
  fillTitleAndAuthor,
  openOldBookForm,
  predictRequest,
  stubPredictions,
  submitButton,
  toLastStep,
} from './old-book-form.ts'

test.use({ viewport: { width: 360, height: 740 } })

const sold: TitleKnowledge = { sold: 2, soldPrices: [240, 210], offered: 0, prices: 2 }
const offered: TitleKnowledge = {
  sold: 0,
  soldPrices: [],
  offered: 3,
  lowestOffer: 180,
  title: '0123456789abcdef',
  prices: 3,
}

type Listed = { title: string; author: string; branch: string; isbn?: string }
type Facts = { original_price: number; publication_year?: number; condition: string }

/** A used book of the demo market whose title has its own price, worth telling, with that price. */
async function findKnownTitle(page: Page) {
  const ask = async (question: object): Promise<PricePrediction> =>
    (await page.request.post('/api/predict-price', { data: question })).json()
  const url = '/api/books/buyer/books?bookType=old&limit=100'
  const books: (Listed & Facts)[] = await (await page.request.get(url)).json()
  for (const { title, author, branch, isbn, original_price, publication_year } of books) {
    if (publication_year === undefined) continue
    const facts = { condition: 'good', publication_year, original_price }
    const plain = await ask(facts)
    const known = await ask({ ...facts, branch, title, author, ...(isbn && { isbn }) })
    if (isOtherPrice(known.predicted_price, plain.predicted_price))
      return { title, author, branch, isbn, facts, known }
  }
  throw new Error('No title of the demo market has a price of its own.')
}

test('on the real market: the price that is shown is the one that is saved, and one’s own copy doesn’t count', async ({
  openPage,
  createAccount,
  post,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller)
  const { facts, known, ...listed } = await findKnownTitle(page)
  const dialog = await openOldBookForm(page)
  await dialog.getByLabel('Publication year').fill(String(facts.publication_year))
  await dialog.getByLabel('Original price (₹)').fill(String(facts.original_price))
  await toLastStep(dialog)
  // A price that comes before Submit is pressed needs no second press.
  const release = await holdResponses(page, predictRequest)
  await fillTitleAndAuthor(dialog, listed.title, listed.author)
  await dialog.getByLabel('Branch').selectOption(listed.branch)
  if (listed.isbn) await dialog.getByLabel('ISBN').fill(listed.isbn)
  await submitButton(dialog).click()
  release()
  const price = `₹${known.predicted_price.toLocaleString('en-IN')}`
  await expect(dialog.getByRole('alert')).toHaveText(
    `The price is now ${price}. Press Submit to list at it.`,
  )
  await submitButton(dialog).click()
  await expect(rowOf(page, listed.title)).toContainText(`${price}.00`)
  await page.getByRole('button', { name: `Edit ${listed.title}` }).click()
  const box = page.getByRole('dialog').getByRole('region', { name: 'Predicted price' })
  await expect(box.getByText(`Predicted price: ${price}.00`)).toBeVisible()

  // Of a title that only they have, nothing is known.
  const title = await createOldBook(post, seller, { customPrice: '600' })
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  await expect(
    box.getByText('We found no copies of this edition to compare with. Its ISBN can help.'),
  ).toBeVisible()
})

test('Update Book: the title’s price, and nothing of an earlier title while another is read', async ({
  openPage,
  createAccount,
  post,
}) => {
  const seller = await createAccount('seller', 'Ravi Kumar')
  const page = await openPage(seller)
  const title = await createOldBook(post, seller, { isbn: '978-0-14-303965-5' })
  const asked: Record<string, unknown>[] = []
  await stubPredictions(page, (question) => {
    asked.push(question)
    const isFirst = question.title === title
    return {
      predicted_price: isFirst ? 230 : 250,
      known: isFirst ? sold : offered,
    }
  })
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Book' })
  const box = dialog.getByRole('region', { name: 'Predicted price' })
  const sentence = box.getByText(/^2 copies of this title were sold here/)
  await expect(sentence).toBeVisible()
  await expect(box.getByText('Predicted price: ₹230.00')).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ title, isbn: '9780143039655', branch: 'Civil' })
  const release = await holdResponses(page, predictRequest)
  await dialog.getByLabel('Title').fill('Company Law')
  await expect(box.getByText('Looking for other copies of this title…')).toBeVisible()
  await expect(sentence).toBeHidden()
  release()
  await expect(box.getByText('Predicted price: ₹250.00')).toBeVisible()
  await expect(box.getByText(/^3 other copies of this title are offered here/)).toBeVisible()
  await failReads(page, predictRequest)
  await dialog.getByLabel('Author').fill('N. D. Kapoor')
  await expect(box.getByText('The price could not be predicted.')).toBeVisible()
  await expect(box.getByText(/of this title/)).toBeHidden()
})
