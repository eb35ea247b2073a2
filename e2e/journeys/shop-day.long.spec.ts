// A day of a shop with 500 books and 60 orders, from the login to the file for its accountant.
import { readFile } from 'node:fs/promises'
import type { listOwnBooks } from '#contract/books/books.ts'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { listBuyerOrders } from '#contract/orders/orders.ts'
import { addToChat, messageLog } from '#e2e/chats/chat-page.ts'
import { orderNumber } from '#e2e/orders/order-number.ts'
import { submitLogin, visit } from '#e2e/support/browser-page.ts'
import { countInput, takeCount } from '#e2e/support/count-input.ts'
import {
  type Account,
  authHeader,
  test as base,
  expect,
  type Page,
  password,
} from '#e2e/support/fixtures.ts'

const sizes = [
  ['a laptop', { viewport: { width: 1366, height: 768 } }],
  ['a phone', { viewport: { width: 360, height: 740 }, hasTouch: true }],
] as const

const address = { deliveryAddress: '12 Lake Road, Pune 411004', phoneNumber: '9876543210' }
const byPost = { handOver: 'post', ...address }
/** The numbers of books in the parcels to pack that are deals of several books. */
const deals = [3, 2, 2]
/** The numbers of the other orders. */
const counts = {
  'to confirm': 6,
  'to pack': 20,
  'to hand over': 6,
  shipped: 8,
  'rent due': 4,
  problem: 3,
  done: 3,
  cancelled: 3,
}
type Kind = keyof typeof counts
const ordered = Object.values(counts).reduce((sum, count) => sum + count, 7)
/** The other two books are in an offer and in a chat. */
const imported = 500 - ordered - 2
const header = 'Title,Author,Condition,Price,MRP,Branch'
const csv = [
  header,
  ...Array.from({ length: imported }, (_, n) => {
    const title = n < 400 ? `Volume ${n + 1}` : `Atlas ${n + 1}`
    return `${title},R. K. Narayan,good,${n < 400 ? 100 : 90},299,Fiction`
  }),
].join('\r\n')

type Shop = { owner: Account; asha: Account; asked: string }

const test = base.extend<{ shop: Shop }>({
  /** A shop with 60 orders of 60 books, an offer that waits, and a chat that waits. */
  shop: async (
    {
      createAccount,
      createBook,
      createChat,
      orderBook,
      agreeOn,
      putOrder,
      setOrderStatus,
      post,
      seller: owner,
      buyer: asha,
    },
    use,
  ) => {
    const buyers = [asha, await createAccount('buyer', 'मीरा जोशी')]
    const make: Record<Kind, (buyer: Account, title: string) => Promise<unknown>> = {
      'to confirm': (buyer, title) => orderBook(owner, buyer, { title }),
      'to pack': async (buyer, title) =>
        putOrder(buyer, await orderBook(owner, buyer, { title }), 'confirm'),
      'to hand over': (_, title) =>
        agreeOn(owner, asha, [title], { handOver: 'meet', meetingPoint: 'Library' }),
      shipped: (buyer, title) => agreed(buyer, title, 'Shipped'),
      'rent due': async (buyer, title) =>
        putOrder(buyer, await agreed(buyer, title, 'Delivered', 7), 'hand-back'),
      problem: async (_, title) => {
        const { _id } = await agreed(asha, title, 'Delivered')
        await post(`/orders/${_id}/problem`, { reason: 'damaged', text: 'Torn.' }, asha)
      },
      done: (buyer, title) => agreed(buyer, title, 'Delivered'),
      cancelled: async (buyer, title) =>
        putOrder(buyer, await orderBook(owner, buyer, { title }), 'cancel'),
    }
    const agreed = async (
      buyer: Account,
      title: string,
      status: 'Shipped' | 'Delivered',
      days?: number,
    ) => {
      const order = await orderBook(owner, buyer, { title, rentPrice: 5 }, days)
      await putOrder(buyer, order, 'confirm')
      await setOrderStatus(owner, order, status)
      return order
    }
    const kinds = (Object.keys(counts) as Kind[]).flatMap((kind) => Array(counts[kind]).fill(kind))
    // An account may send two forms with photos at the same time.
    await Promise.all(
      buyers.map(async (buyer, half) => {
        for (const [n, kind] of kinds.entries())
          if (n % 2 === half) await make[kind as Kind](buyer, `Title ${n + 1}, ${kind}`)
      }),
    )
    for (const [n, books] of deals.entries())
      await agreeOn(
        owner,
        asha,
        Array.from({ length: books }, (_, at) => `Deal ${n + 1}.${at + 1}`),
        byPost,
      )
    const asked = 'Heat and Mass Transfer'
    const offer = { items: [{ bookId: await createBook(owner, { title: 'Offered' }), copies: 1 }] }
    const chatId = await createChat(asha, offer.items[0]?.bookId ?? '')
    await post('/offers', { chatId, ...offer, orderType: 'purchase', amount: 350, ...byPost }, asha)
    await createChat(asha, await createBook(owner, { title: asked }), 'Is it still there?')
    await use({ owner, asha, asked })
  },
})

const tasks = {
  pack: ['To pack', 'To pack'],
  handOver: ['To hand over', 'To hand over'],
  rents: ['Rent due', 'Rents due'],
  problems: ['Problem', 'Problems'],
  unanswered: ['Unanswered chat', 'Unanswered chats'],
  offers: ['Offer to answer', 'Offers to answer'],
} as const
type Task = keyof typeof tasks
type Left = Record<Task, number>

const today = (page: Page) => page.getByRole('region', { name: 'Today' })
const orders = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Order tabs' })
const chats = (page: Page) => page.getByRole('list', { name: 'Chats' }).getByRole('link')

/** Checks the numbers of Today, and follows the links of some to lists that have as many. */
async function checkToday(page: Page, left: Left, ...followed: Task[]): Promise<void> {
  await visit(page, '/seller/dashboard')
  const texts = (Object.keys(left) as Task[]).flatMap((task) => {
    const count = left[task]
    return count === 0 ? [] : `${count}${tasks[task][count === 1 ? 0 : 1]}`
  })
  const links = today(page).getByRole('link', { name: /^\d+ / })
  await expect(links).toHaveText(texts)
  for (const [index, task] of followed.entries()) {
    if (index > 0) await page.goBack()
    const [one, more] = tasks[task]
    await links.filter({ hasText: new RegExp(`${one}|${more}`) }).click()
    await expect(page).toHaveURL(/\?(tab|filter)=/)
    const list = task === 'unanswered' || task === 'offers' ? chats : orders
    await expect(list(page)).toHaveCount(left[task])
  }
}

/** Imports books without photos, as a file. */
async function importBooks(page: Page): Promise<void> {
  await visit(page, '/seller/manage-books')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import books' })
  const file = { name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await dialog.getByLabel('Choose CSV file').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByRole('button', { name: `Import ${imported} books` }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('500 books', { exact: true })).toBeVisible()
}

/** Prints the slips of all parcels that are to be packed, with a row for each of their orders. */
async function printSlips(page: Page, parcels: number, ordered: number): Promise<void> {
  const bar = page.getByRole('region', { name: 'Parcels to pack' })
  await bar.getByLabel('Select all').check()
  await expect(bar).toContainText(`${parcels} selected`)
  const menu = bar.getByRole('button', { name: 'Print', exact: true })
  if (await menu.isVisible()) await menu.click()
  const link = bar.getByRole('link', { name: 'Packing slips' })
  await link.or(page.getByRole('menuitem', { name: 'Packing slips' })).click()
  await expect(page.getByRole('region', { name: /^Packing slip of/ })).toHaveCount(parcels)
  await page.emulateMedia({ media: 'print' })
  await expect(orders(page)).toHaveCount(ordered)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.goBack()
}

/** Ships a parcel of three and two others, and takes one of these back. */
async function shipThree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^Select the parcel of 3 orders/ }).check()
  const boxes = page.getByRole('checkbox', { name: /^Select order/ })
  for (const box of [boxes.nth(0), boxes.nth(1)]) await box.check()
  const kept = (await boxes.first().getAttribute('aria-label'))?.slice(-6)
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark 3 parcels as shipped' })
  await dialog.getByLabel(/^Courier/).fill('India Post')
  await dialog.getByLabel(/, 3 books/).fill('EE123456789IN')
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('5 orders marked as shipped.')).toBeVisible()
  await tabs(page)
    .getByRole('link', { name: /^Shipped/ })
    .click()
  await expect(orders(page)).toHaveCount(counts.shipped + 5)
  await expect(page.getByText('India Post EE123456789IN')).toHaveCount(3)
  await page.getByRole('button', { name: `Undo the change of order ${kept}` }).click()
  await expect(orders(page)).toHaveCount(counts.shipped + 4)
}

for (const [name, size] of sizes)
  test(`a day of a shop with 500 books and 60 orders on ${name}`, async ({
    openPage,
    request,
    put,
    shop: { owner, asha, asked },
  }) => {
    const page = await openPage(undefined, size)
    const count = await countInput(page)
    page.on('dialog', (dialog) => void dialog.accept())
    const left: Left = {
      pack: counts['to pack'] + 7,
      handOver: counts['to hand over'],
      rents: counts['rent due'],
      problems: counts.problem,
      unanswered: 2,
      offers: 1,
    }
    await test.step('the seller logs in, reads Today, and follows its links', async () => {
      await visit(page, '/?login=seller')
      const login = page.getByRole('dialog', { name: 'Login as Seller' })
      await submitLogin(login, owner.email, password)
      await expect(page).toHaveURL('/seller/dashboard')
      await checkToday(page, left, ...(Object.keys(left) as Task[]))
    })

    await test.step('the seller accepts an offer', async () => {
      await chats(page).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
      await expect(messageLog(page)).toContainText('Offer accepted')
      left.pack += 1
      left.offers = 0
      left.unanswered -= 1
      await checkToday(page, left, 'pack')
    })

    await test.step('the seller prints, ships three parcels, and takes one back', async () => {
      await printSlips(page, left.pack - 4, left.pack)
      await shipThree(page)
      left.pack -= 4
      await checkToday(page, left, 'pack', 'handOver')
    })

    await test.step('a buyer collects a book', async () => {
      const enter = page.getByRole('button', { name: /^Enter code of order/ }).first()
      const number = (await enter.getAttribute('aria-label'))?.slice(-6)
      const response = await request.get(`/api/orders/buyer/${asha.userId}`, {
        headers: authHeader(asha),
      })
      const found = (await response.json()) as ResponseOf<typeof listBuyerOrders>
      const order = found.find((order) => orderNumber(order) === number)
      await enter.click()
      await page.getByLabel('Code of the buyer').fill(order?.meeting?.code ?? '')
      await page.getByRole('button', { name: 'Check code' }).click()
      left.handOver -= 1
      await expect(orders(page)).toHaveCount(left.handOver)
      await checkToday(page, left, 'handOver', 'problems')
    })

    await test.step('the seller proposes a refund, which the buyer accepts', async () => {
      await page
        .getByRole('link', { name: /^Problem, order/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Refund' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('How much you pay back (₹)').fill('50')
      await dialog.getByRole('button', { name: 'Send proposal' }).click()
      await expect(page.getByRole('main')).toContainText('Proposal: Refund of ₹50')
      const [, orderId] = /orders\/([\w-]+)\/problem/.exec(page.url()) ?? []
      const solution = { outcome: 'refund', proposal: 'refund', refund: 50 }
      await put(`/orders/${orderId}/problem/solve`, solution, asha)
      await expect(page.getByText('Solved', { exact: true })).toBeVisible()
      left.problems -= 1
      await checkToday(page, left, 'problems', 'unanswered')
    })

    await test.step('the seller answers with a saved reply', async () => {
      await chats(page).click()
      await addToChat(page, 'Saved replies')
      const dialog = page.getByRole('dialog', { name: 'Saved replies' })
      await dialog.getByRole('button', { name: 'Add a reply' }).click()
      await dialog.getByLabel('Reply text').fill('Yes, until six.')
      await dialog.getByRole('button', { name: 'Save reply' }).click()
      await dialog.getByRole('button', { name: 'Yes, until six.' }).click()
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(messageLog(page)).toContainText('Yes, until six.')
      left.unanswered = 0
      await checkToday(page, left)
    })

    await test.step('a book is sold at the counter', async () => {
      await importBooks(page)
      await page.getByRole('searchbox').fill(asked)
      await page.getByRole('button', { name: `−1: one “${asked}”` }).click()
      await expect(page.getByText(`“${asked}”: now sold out.`)).toBeVisible()
    })

    await test.step('400 prices are raised in at most eight taps, and one undoes it', async () => {
      const prices = async () => {
        const response = await request.get('/api/books/seller/books', {
          headers: authHeader(owner),
          params: { search: 'Volume' },
        })
        const books = (await response.json()) as ResponseOf<typeof listOwnBooks>
        return [books.length, ...new Set(books.map(({ price }) => price))]
      }
      await visit(page, '/seller/manage-books')
      await takeCount(page, count)
      await page.getByRole('searchbox').click()
      await page.keyboard.type('Volume')
      await expect(page.getByText('400 books', { exact: true })).toBeVisible()
      await page.getByLabel('Select all').click()
      await page.getByRole('button', { name: 'Select all 400 books' }).click()
      await page.getByRole('button', { name: 'Price', exact: true }).click()
      await page.getByLabel('Change', { exact: true }).selectOption('Raise by')
      await page.getByLabel('Amount').click()
      await page.keyboard.type('10')
      await page.getByRole('button', { name: 'Change prices' }).click()
      await expect(page.getByText('400 books changed.')).toBeVisible()
      expect((await takeCount(page, count)).taps).toBeLessThanOrEqual(8)
      expect(await prices()).toEqual([400, 110])
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Undone.')).toBeVisible()
      expect(await prices()).toEqual([400, 100])
    })

    await test.step('the file of the orders has a row for each', async () => {
      await visit(page, '/seller/reports')
      await page.getByRole('button', { name: 'Export orders' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
      const rows = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
      expect(rows).toHaveLength(1 + ordered + 1)
    })
  })
