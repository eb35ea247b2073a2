// Phones, 360 px wide, that count their owners' taps and typed characters, and common actions on
// them.
import type { BrowserContextOptions, Locator } from '@playwright/test'
import { visit } from '#e2e/support/browser-page.ts'
import { countInput, type InputCount, takeCount } from '#e2e/support/count-input.ts'
import { type Account, test as base, type Page } from '#e2e/support/fixtures.ts'
import { makePhotos } from '#e2e/support/photos.ts'

export type Phone = {
  page: Page
  /** Returns the taps and typed characters since the last call. */
  spent: () => Promise<InputCount>
}

const options = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
}

export const test = base.extend<{
  /** Opens a page on a phone, logged in as the account or as nobody. */
  openPhone: (
    path: string,
    account?: Account,
    more?: Pick<BrowserContextOptions, 'serviceWorkers'>,
  ) => Promise<Phone>
}>({
  openPhone: async ({ openPage }, use) => {
    await use(async (path, account, more) => {
      const page = await openPage(account, { ...options, ...more })
      const count = await countInput(page)
      await visit(page, path)
      return { page, spent: () => takeCount(page, count) }
    })
  },
})

/** Taps a field unless it has the focus, and replaces its text. */
export async function type(field: Locator, text: string): Promise<void> {
  if (!(await field.evaluate((element) => element === document.activeElement))) await field.tap()
  await field.fill(text)
}

/** Adds two pictures: one tap on 'Add pictures', and then the phone's own picker. */
export async function addPhotos(page: Page, ...hues: number[]) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByText('Add pictures').click()
  await (await chooser).setFiles(await makePhotos(...hues))
}

export const tapRadio = (container: Locator, name: string) =>
  container.getByRole('radio', { name }).locator('..').tap()

const cards = (page: Page, heading: string | RegExp) =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: heading }) })

export const offers = (page: Page) => cards(page, /offer|^Longer rent/i)
export const lastOffer = (page: Page) => offers(page).last()
export const meeting = (page: Page) => cards(page, 'Meeting')

/** The seller opens the chat with a buyer and accepts the waiting offer. */
export async function acceptOffer({ page }: Phone, buyer: string): Promise<void> {
  await page.getByRole('link', { name: buyer }).tap()
  await lastOffer(page).getByRole('button', { name: 'Accept' }).tap()
}
