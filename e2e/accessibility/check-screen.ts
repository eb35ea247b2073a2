// How a screen is looked at for everyone: by axe, and by its width; and a market whose words are as long as they may be.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type Account, test, unique } from '#e2e/support/fixtures.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Axe looks at the desktop in the light theme and at the phone in the dark one; both are measured for width in the light one. */
const themes = { light: { width: 1280, height: 800 }, dark: { width: 320, height: 640 } } as const
export type Theme = keyof typeof themes
export const optionsOf = (theme: Theme) => ({
  colorScheme: theme,
  viewport: themes[theme],
  reducedMotion: 'reduce' as const,
})

/** A word without a place to break it. */
const long = (letters: number) =>
  'Rindfleischetikettierungsueberwachung'.repeat(Math.ceil(letters / 37)).slice(0, letters)

/** Whether the screen, and the modal on it, is no wider than what one sees of it. */
export async function measure(page: Page, screen: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect.soft(scrollWidth, `${screen} is wider than ${width} px`).toBeLessThanOrEqual(clientWidth)
  const dialog = page.locator('[role=dialog], [role=alertdialog]').last()
  if (!(await dialog.isVisible())) return
  const box = await dialog.boundingBox()
  expect.soft(box?.x, `${screen} leaves the screen at ${width} px`).toBeGreaterThanOrEqual(0)
  expect
    .soft((box?.x ?? 0) + (box?.width ?? 0), `${screen} leaves the screen at ${width} px`)
    .toBeLessThanOrEqual(width)
  const inner = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect.soft(inner, `${screen} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
}

/** Measures the screen, at both widths in the light theme, and has axe look at it. */
export async function look(page: Page, screen: string, theme: Theme): Promise<void> {
  for (const size of theme === 'light' ? [themes.dark, themes.light] : [themes.dark]) {
    await page.setViewportSize(size)
    await measure(page, screen)
  }
  // In the page itself, which has no frames of other sites: a page of its own for each look takes a quarter longer.
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze()
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join('; ')}`,
  )
  expect.soft(found, screen).toEqual([])
}

type Market = { seller: Account; buyer: Account; bookId: string; chatId: string; title: string }

export const market = test.extend<{ market: Market }>({
  market: async ({ createAccount, createBook, createChat, createOrder, say }, use) => {
    const seller = await createAccount('seller', long(80))
    const buyer = await createAccount('buyer', long(80))
    const title = `${unique('Book')} ${long(180)}`
    const facts = {
      title,
      author: long(200),
      price: 99_999.99,
      rentPrice: 12.5,
      description: long(2000),
    }
    const bookId = await createBook(seller, facts)
    const chatId = await createChat(buyer, bookId, long(1999), `https://example.com/${long(400)}`)
    await say(seller, chatId, 'Yes, it is free.')
    await createOrder(seller, chatId, 30)
    // A second one, that can still be ordered.
    const second = await createBook(seller, { ...facts, title: `${title.slice(0, 190)} II` })
    await createChat(buyer, second, 'And this one?')
    await use({ seller, buyer, bookId, chatId, title })
  },
})
