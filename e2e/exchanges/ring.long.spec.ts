// A ring of three on three phones: found by the market, accepted by all, and handed over by codes.
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { listWants } from '#contract/wishlist/wants.ts'
import { checkPhone } from '#e2e/accessibility/check-screen.ts'
import { type Phone, test } from '#e2e/journeys/phone.ts'
import { type Account, authHeader, expect, type Page, unique } from '#e2e/support/fixtures.ts'
import { handOver } from './hand-over.ts'

const author = 'A. Writer'
const pinCode = '411038'
/** How long the server may take to handle new copies and wants. */
const ringJobTimeoutMs = 90_000

const badge = (page: Page) => page.getByRole('heading', { level: 1 }).locator('..')

async function accept({ page }: Phone): Promise<void> {
  await page.getByRole('button', { name: 'Accept', exact: true }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).tap()
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
}

async function waitForReservation(baseURL: string | undefined, buyer: Account): Promise<void> {
  const isReserved = async () => {
    const response = await fetch(`${baseURL}/api/wants`, { headers: authHeader(buyer) })
    const { wants } = (await response.json()) as ResponseOf<typeof listWants>
    return wants[0]?.reserved !== undefined
  }
  await expect.poll(isReserved, { timeout: ringJobTimeoutMs }).toBe(true)
}

test('three people who could give each other nothing exchange in a ring', async ({
  baseURL,
  openPhone,
  put,
  createAccount,
  createBook,
}) => {
  const titles = [unique('Optics'), unique('Statics'), unique('Waves')] as const
  const names = ['Asha Patil', 'Meera Iyer', 'Ravi Kumar']
  const people: Account[] = []
  for (const [index, name] of names.entries()) {
    const account = await createAccount('seller', name)
    await put('/seller/profile', { handOvers: ['meet'], pinCode }, account)
    await createBook(account, {
      title: titles[index] ?? '',
      author,
      openToExchange: true,
      photos: [40 + index, 140 + index],
    })
    people.push(account)
  }
  // The server handles new copies in order. So once this last copy is reserved, it has handled the
  // others while nobody wanted them. Otherwise it might reserve them, and a reserved copy can't be
  // in a ring.
  const waiting = await createAccount('buyer', 'Zoya Khan')
  const last = { title: unique('Sound'), author }
  await put('/wants', { titles: [last] }, waiting)
  await createBook(await createAccount('seller', 'Kiran Rao'), { ...last, openToExchange: true })
  await waitForReservation(baseURL, waiting)
  // Each person wants the previous person's book.
  for (const [index, account] of people.entries())
    await put('/wants', { titles: [{ title: titles.at(index - 1), author }], pinCode }, account)
  const phones: Phone[] = []
  for (const account of people) phones.push(await openPhone('/seller/wishlist', account))
  const [asha, meera, ravi] = phones as [Phone, Phone, Phone]

  await test.step('each finds the ring among their wants', async () => {
    for (const { page } of phones) {
      const link = page.getByRole('link', { name: 'A swap waits for you' })
      await expect(link).toBeVisible({ timeout: ringJobTimeoutMs })
      await link.tap()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Swap between 3 people')
    }
    const swap = asha.page.getByRole('region', { name: 'Who gives what to whom' })
    await expect(swap.getByRole('listitem').first()).toContainText(`You to Meera Iyer${titles[0]}`)
    await expect(swap).toContainText(`Ravi Kumar to you${titles[2]}`)
    await expect(swap).toContainText('Nothing to pay.')
    await checkPhone(asha.page, 'a ring of the market')
  })

  await test.step('they write to each other', async () => {
    await asha.page.getByLabel('Message', { exact: true }).fill('Could we meet on Saturday?')
    await asha.page.getByRole('button', { name: 'Send' }).tap()
    for (const { page } of [meera, ravi])
      await expect(page.getByRole('log')).toContainText('Asha Patil: Could we meet on Saturday?')
    // Nobody gets an unread notification while the page is open.
    for (const { page } of phones)
      await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  })

  await test.step('all accept', async () => {
    await accept(asha)
    await expect(
      asha.page.getByText('You have accepted. Waiting for Meera Iyer and Ravi Kumar.'),
    ).toBeVisible()
    await expect(meera.page.getByText('Asha Patil has accepted.')).toBeVisible()
    await accept(meera)
    await accept(ravi)
    for (const { page } of phones) await expect(badge(page)).toContainText('Under way')
    await checkPhone(ravi.page, 'a ring that all have accepted')
  })

  await test.step('each types the code of the person who gets the book', async () => {
    await handOver(asha, meera, titles[0])
    await handOver(meera, ravi, titles[1])
    await handOver(ravi, asha, titles[2])
  })

  await test.step('the ring is complete when all have their books', async () => {
    for (const { page } of phones) {
      await page.getByRole('button', { name: 'I have received it' }).tap()
      await page.getByRole('button', { name: 'Yes, I have it' }).tap()
    }
    for (const { page } of phones) await expect(badge(page)).toContainText('Complete')
  })
})
