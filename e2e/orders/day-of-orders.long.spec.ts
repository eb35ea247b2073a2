// A seller's day with a dozen orders: what to pack, printed, sent and taken back.
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { rowOf, visit } from '#e2e/support/browser-page.ts'
import { type Account, test as base, expect, onPhone, type Page } from '#e2e/support/fixtures.ts'
import { orderNumber } from './order-number.ts'

const laptop = { viewport: { width: 1366, height: 768 } }

const addresses = {
  short: '12 Lake Road, Pune 411004',
  hindi: `फ़्लैट ३, शांति निकेतन अपार्टमेंट, कर्वे मार्ग, ${'महाराष्ट्र विद्यापीठ परिसर, '.repeat(8)}पुणे ४११०३८`,
  tall: 'Hostel 4\nRoom 12\nIIT\nPowai\nMumbai\nMaharashtra\n400076',
}

type Day = { shop: Account; deal: string; single: string; hindi: string }

const test = base.extend<{ day: Day }>({
  day: async (
    { createAccount, agreeOn, orderBook, putOrder, setOrderStatus, post, seller },
    use,
  ) => {
    const [asha, meera, kiran] = [
      await createAccount('buyer', 'Asha Patil'),
      await createAccount('buyer', 'मीरा जोशी'),
      await createAccount('buyer', 'Kiran Rao'),
    ]
    const shop = seller
    const agree = async (...deal: [buyer: Account, titles: string[], terms: object]) =>
      orderNumber({ _id: (await agreeOn(shop, ...deal)).at(-1) ?? '' })
    const byPost = (deliveryAddress: string, phoneNumber: string) => ({
      handOver: 'post',
      deliveryAddress,
      phoneNumber,
    })
    for (const title of ['Botany', 'Zoology']) await orderBook(shop, kiran, { title })
    const sent = await orderBook(shop, kiran, { title: 'Geology' })
    await putOrder(kiran, sent, 'confirm')
    await setOrderStatus(shop, sent, 'Shipped')
    const rent = await orderBook(shop, kiran, { title: 'Algebra', rentPrice: 5 }, 7)
    await putOrder(kiran, rent, 'confirm')
    await setOrderStatus(shop, rent, 'Delivered')
    const torn = await orderBook(shop, kiran, { title: 'Poetry' })
    await putOrder(kiran, torn, 'confirm')
    await setOrderStatus(shop, torn, 'Delivered')
    await post(`/orders/${torn._id}/problem`, { reason: 'damaged', text: 'Torn.' }, kiran)
    const dropped = await orderBook(shop, kiran, { title: 'History' })
    await putOrder(kiran, dropped, 'cancel')
    await agree(asha, ['Civics'], { handOver: 'meet', meetingPoint: 'Library' })
    const hindi = await agree(meera, ['गोदान'], byPost(addresses.hindi, '9123456780'))
    const single = await agree(kiran, ['Statics'], byPost(addresses.tall, '+14155550123'))
    const deal = await agree(
      asha,
      ['Optics', 'Dynamics', 'Hydraulics'],
      byPost(addresses.short, '98765 43210'),
    )
    await use({ shop, deal, single, hindi })
  },
})

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Order tabs' })
const openTab = (page: Page, name: RegExp) => tabs(page).getByRole('link', { name }).click()
const bar = (page: Page) => page.getByRole('region', { name: 'Parcels to pack' })
const rows = (page: Page) => page.getByRole('row')

/** The number of pages of the page's PDF. */
async function countPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('a day of orders on a laptop', async ({ openAt, day: { shop, deal, single, hindi } }) => {
  const page = await openAt('/seller/orders', shop, laptop)
  await test.step('tabs have counts, and a search finds what people know', async () => {
    await expect(tabs(page).getByRole('link')).toHaveText([
      'All12',
      'To confirm2',
      'To pack5',
      'To hand over1',
      'Shipped1',
      'Rents due0',
      'Problems1',
      'With buyers1',
      'Done1',
    ])
    await expect(rows(page)).toHaveCount(13)
    await checkScreen(page, 'all orders')
    const table = page.getByRole('group', { name: 'Orders of your books' })
    for (const width of [1280, laptop.viewport.width]) {
      await page.setViewportSize({ width, height: 768 })
      expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    }
    const search = page.getByRole('searchbox')
    await search.fill('+91 98765-43210')
    await expect(rows(page)).toHaveCount(10)
    await search.fill(`#${deal.toLowerCase()}`)
    await expect(rows(page)).toHaveCount(2)
    await search.fill('asha optics')
    await expect(rows(page)).toHaveCount(2)
    await expect(tabs(page).getByRole('link', { name: 'To pack' })).toHaveText('To pack1')
    await openTab(page, /^To confirm/)
    await expect(page).toHaveURL(/\?tab=to-confirm&search=asha(\+|%20)optics$/)
    await expect(page.getByText('No orders found.')).toBeVisible()
    await search.fill('')
    await expect(rows(page)).toHaveCount(3)
  })

  await test.step('a deal to pack is one group with one address and one box', async () => {
    await openTab(page, /^To pack/)
    await expect(rows(page)).toHaveCount(6)
    await expect(page.getByText(addresses.short)).toHaveCount(1)
    await expect(page.getByText('Same parcel')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Mark 3 as shipped' })).toHaveCount(1)
    await expect(page.getByRole('link', { name: '98765 43210' })).toHaveAttribute(
      'href',
      'tel:+919876543210',
    )
    await expect(page.getByRole('checkbox', { name: /^Select (order|the parcel)/ })).toHaveCount(3)
    await bar(page).getByLabel('Select all').check()
    await expect(bar(page)).toContainText('3 selected')
    await checkScreen(page, 'selected parcels')
    await page.setViewportSize(laptop.viewport)
  })

  await test.step('labels fit on one sheet, with long and Devanagari addresses', async () => {
    await bar(page).getByRole('link', { name: 'Print labels' }).click()
    await expect(page.getByRole('heading', { name: 'Address labels' })).toBeVisible()
    const labels = page.locator('[data-label]')
    await expect(labels).toHaveCount(3)
    await checkScreen(page, 'address labels')
    await page.setViewportSize({ width: 794, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    await expect(labels.filter({ hasText: 'मीरा जोशी' })).toContainText('पुणे ४११०३८')
    await expect(labels.filter({ hasText: 'Kiran Rao' })).toContainText('Hostel 4, Room 12, IIT')
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    for (const label of await labels.all()) {
      const fits = await label.evaluate(
        (box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth,
      )
      expect(fits, (await label.textContent()) ?? '').toBe(true)
      const box = await label.boundingBox()
      expect(box?.width).toBeCloseTo(397, -1)
      expect(box?.height).toBeCloseTo(280, -1)
    }
    expect(await countPages(page)).toBe(1)
  })

  await test.step('each parcel has its packing slip on a page of its own', async () => {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize(laptop.viewport)
    await page.getByRole('link', { name: 'Packing slips' }).click()
    await checkScreen(page, 'packing slips')
    await page.setViewportSize(laptop.viewport)
    await page.emulateMedia({ media: 'print' })
    const slip = page.getByRole('region', { name: new RegExp(`slip of .*${deal}`) })
    await expect(slip).toContainText('3 books')
    for (const title of ['Optics', 'Dynamics', 'Hydraulics'])
      await expect(slip.getByRole('row', { name: title })).toContainText('₹400')
    await expect(slip).toContainText(addresses.short)
    await expect(slip).toContainText('Ravi Kumar')
    await expect(slip).toContainText('Amount due: ₹1,200')
    expect(await countPages(page)).toBe(3)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('link', { name: 'All orders' }).click()
  })

  await test.step('parcels are shipped with tracking numbers, and taken back', async () => {
    await openTab(page, /^To pack/)
    await bar(page).getByLabel('Select all').check()
    await bar(page).getByRole('button', { name: 'Mark as shipped' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark 3 parcels as shipped' })
    await dialog.getByLabel(new RegExp(hindi)).fill('1490 123')
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(dialog.getByText('Courier is required.')).toBeVisible()
    await dialog.getByLabel(/^Courier/).fill('Delhivery')
    await checkScreen(page, 'shipping')
    await page.setViewportSize(laptop.viewport)
    // A scanner types Enter after each number.
    await dialog.getByLabel(new RegExp(single)).press('Enter')
    await expect(dialog.getByLabel(new RegExp(hindi))).toBeFocused()
    await dialog.getByRole('button', { name: 'Mark as shipped' }).dblclick()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('5 orders marked as shipped.')).toBeVisible()
    await expect(page.getByText('Nothing to pack.')).toBeVisible()
    await expect(tabs(page).getByRole('link', { name: /^Shipped/ })).toHaveText('Shipped6')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone.')).toBeVisible()
    await expect(rows(page)).toHaveCount(6)
    await expect(tabs(page).getByRole('link', { name: /^Shipped/ })).toHaveText('Shipped1')
  })

  await test.step('one order is shipped alone, and its toast leads to the tracking', async () => {
    await rowOf(page, 'गोदान').getByRole('combobox').selectOption('Shipped')
    await expect(page.getByText(`Order ${hindi} is Shipped.`)).toBeVisible()
    await expect(rowOf(page, 'गोदान')).toBeHidden()
    await page.getByRole('link', { name: 'Add tracking' }).click()
    await expect(page).toHaveURL(/\?order=/)
    await expect(page.getByRole('button', { name: /^Undo the change/ })).toBeVisible()
    // Undo removed the tracking number, because that parcel wasn't sent.
    await expect(page.getByRole('link', { name: '1490123' })).toHaveCount(0)
    await page.getByRole('button', { name: /^Add tracking/ }).click()
    await page.getByLabel('Courier').fill('Delhivery')
    await page.getByLabel('Tracking number').fill('1490123')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: '1490123' })).toHaveAttribute(
      'href',
      'https://www.delhivery.com/track-v2/package/1490123',
    )
  })
})

test('a day of orders on a phone', async ({ openAt, day: { shop, deal } }) => {
  const page = await openAt('/seller/orders', shop, onPhone)
  await openTab(page, /^To pack/)
  await expect(rows(page)).toHaveCount(6)
  await page.getByRole('checkbox', { name: `Select the parcel of 3 orders, ${deal}` }).check()
  await expect(bar(page)).toContainText('1 selected')
  await checkScreen(page, 'a selected parcel')
  await page.setViewportSize(onPhone.viewport)
  await bar(page).getByRole('button', { name: 'Mark as shipped' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('3 orders marked as shipped.')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await openTab(page, /^Problems/)
  await expect(rows(page)).toHaveCount(2)
  await visit(page, '/seller/orders?tab=done')
  await expect(tabs(page).getByRole('link', { name: /^Done/ })).toBeInViewport({ ratio: 0.9 })
  await visit(page, '/seller/orders?tab=nonsense')
  await expect(rows(page)).toHaveCount(13)
})
