// Checks one screen with axe in both themes, and for horizontal scrolling. Also provides a test
// with texts of the maximum length.
import AxeBuilder from '@axe-core/playwright'
import { type Account, expect, type Page, test, unique } from '#e2e/support/fixtures.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Soft expectations, so that a failed check doesn't hide the next one. */
const softExpect = expect.configure({ soft: true })
const desktop = { width: 1280, height: 800 }
export const phone = { width: 320, height: 640 }
/** What a desktop shows at 200 % zoom: half of its width and height. */
const zoomed = { width: 640, height: 400 }
export const onDesktop = { viewport: desktop }

/** Finds elements of the page or its modal that are wider than the window or stick out of it. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`page: ${scrollWidth} px wide`] : []
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    if (!dialog?.checkVisibility()) return found
    const { left, right } = dialog.getBoundingClientRect()
    if (left < 0 || right > window.innerWidth) found.push(`modal: from ${left} to ${right} px`)
    if (dialog.scrollWidth > dialog.clientWidth) found.push('modal: scrolls sideways')
    return found
  })

/**
 * Checks that nothing is wider than the window. Retries, because a resize takes effect with a
 * delay.
 */
export async function checkWidth(page: Page, screen: string): Promise<void> {
  const width = page.viewportSize()?.width
  await softExpect
    .poll(() => findOverflow(page), { message: `${screen}, ${width} px`, timeout: 5000 })
    .toEqual([])
}

/** Finds controls of the open modal that can't be scrolled into the window. */
const findUnreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    const controls = dialog?.querySelectorAll('button, input:not([type=file]), select, textarea')
    return [...(controls ?? [])].flatMap((control) => {
      if (!control.checkVisibility()) return []
      control.scrollIntoView({ block: 'nearest' })
      const { top, bottom } = control.getBoundingClientRect()
      const name = control.getAttribute('aria-label') ?? control.textContent
      return top < -1 || bottom > innerHeight + 1 ? [`${name}: from ${top} to ${bottom} px`] : []
    })
  })

const dialogs = '[role=dialog], [role=alertdialog]'

async function checkWithAxe(page: Page, screen: string): Promise<void> {
  // axe is 500 KB, so a page that has loaded it doesn't load it again.
  const [isLoaded, hasDialog] = await page.evaluate(
    (selector) => ['axe' in window, document.querySelector(selector)?.checkVisibility()] as const,
    dialogs,
  )
  const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0;' }) })
  // A dialog is checked without the page that it covers.
  if (hasDialog) builder.include(dialogs)
  // The legacy mode checks in the page itself, which is faster than in a second page. It doesn't
  // check frames, but the app has none.
  const { violations } = await builder
    .withTags(tags)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join('; ')}`,
  )
  softExpect(found, screen).toEqual([])
}

/** Stops transitions, because colours take some frames to change, even with reduced motion. */
const stopTransitions = (page: Page) =>
  page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })

async function onPhone(page: Page, check: () => Promise<void>): Promise<void> {
  const viewport = page.viewportSize() ?? desktop
  await stopTransitions(page)
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await check()
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Runs a check on a phone in the dark theme, then at the page's own size in the light theme. */
export async function onEachScreen(page: Page, check: () => Promise<void>): Promise<void> {
  await onPhone(page, check)
  await check()
}

async function checkView(page: Page, screen: string): Promise<void> {
  // Content that is about to be replaced is dimmed, and would fail the contrast check.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await checkWidth(page, screen)
  await checkWithAxe(page, `${screen}, ${page.viewportSize()?.width} px`)
}

export const checkPhone = (page: Page, screen: string) =>
  onPhone(page, () => checkView(page, screen))

/**
 * Checks the screen on a phone. Long tests also check it at the page's own size and at 200 % zoom.
 */
export async function checkScreen(page: Page, screen: string): Promise<void> {
  await checkPhone(page, screen)
  if (process.env.LONG_TESTS !== '1') return
  const viewport = page.viewportSize() ?? desktop
  if (viewport.width > zoomed.width) {
    await page.setViewportSize(zoomed)
    await checkWidth(page, screen)
    softExpect(await findUnreachable(page), `${screen}, zoomed`).toEqual([])
    await page.setViewportSize(viewport)
  }
  await checkView(page, screen)
}

const longWord = (letters: number) =>
  'Rindfleischetikettierungsueberwachung'.repeat(Math.ceil(letters / 37)).slice(0, letters)

type LongTexts = { seller: Account; buyer: Account; bookId: string; chatId: string; title: string }

export const testWithLongTexts = test.extend<{ longTexts: LongTexts }>({
  longTexts: async ({ createAccount, createBook, createChat, createOrder, sendMessage }, use) => {
    const seller = await createAccount('seller', longWord(80))
    const buyer = await createAccount('buyer', longWord(80))
    const title = `${unique('Book')} ${longWord(180)}`
    const book = {
      title,
      author: longWord(200),
      price: 99_999.99,
      rentPrice: 12.5,
      description: longWord(2000),
    }
    const bookId = await createBook(seller, book)
    const link = `https://example.com/${longWord(400)}`
    const chatId = await createChat(buyer, bookId, longWord(1999), link)
    await sendMessage(seller, chatId, 'Yes, it is free.')
    await createOrder(seller, chatId, 30)
    const second = await createBook(seller, { ...book, title: `${title.slice(0, 190)} II` })
    await createChat(buyer, second, 'And this one?')
    await use({ seller, buyer, bookId, chatId, title })
  },
})
