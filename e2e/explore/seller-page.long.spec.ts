import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, onPhone, test, unique } from '#e2e/support/fixtures.ts'

test('a shop’s page, from a book to the shelf, its search and a shared link', async ({
  openAt,
  createBook,
  post,
}) => {
  const email = `${unique('shop').replaceAll(' ', '-')}@example.com`
  const password = 'monsoon-library-42'
  await post('/seller/signup', {
    name: 'Vikram Shah',
    email,
    password,
    sellerType: 'shop owner',
    shopName: 'Kitab Ghar',
    shopAddress: '7 Hidden Lane, Pune 411038',
  })
  const login = (await post('/seller/login', { email, password })) as never
  const shop = { ...(login as object), email } as never
  const [waves, light] = [unique('Waves'), unique('Light')]
  await createBook(shop, { title: waves })
  const bookId = await createBook(shop, { title: light })

  const page = await openAt(`/buyer/book/${bookId}`, undefined, onPhone)
  await page.getByRole('link', { name: 'Kitab Ghar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitab Ghar' })).toBeVisible()
  await expect(page).toHaveTitle('Kitab Ghar, Pune · Dobara')
  await expect(page.getByText('Kothrud, Pune, Maharashtra')).toBeVisible()
  await expect(page.getByText('Hidden Lane')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search this shelf' }).fill(waves.toLowerCase())
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(waves.slice(0, 12))

  await page.evaluate(() => {
    const shared = (data: ShareData) => {
      document.title = `${data.text} ${data.url}`
      return Promise.resolve()
    }
    Object.defineProperty(navigator, 'share', { value: shared, configurable: true })
  })
  const path = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page).toHaveTitle(new RegExp(`Kitab Ghar on Dobara .*${path}$`))

  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('searchbox').fill('nothing is called that')
  await expect(page.getByText('No books found.')).toBeVisible()
})

test('the page has no accessibility faults, in any width and theme', async ({
  openPage,
  seller,
  createBook,
}) => {
  const page = await openPage(undefined, onDesktop)
  await visit(page, `/sellers/${seller.userId}`)
  await expect(page.getByText('No books for sale right now.')).toBeVisible()
  await checkScreen(page, 'seller without books')
  await createBook(seller, { title: unique('Waves') })
  await visit(page, `/sellers/${seller.userId}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await checkScreen(page, 'seller')
  await visit(page, '/sellers/019a0000-0000-7000-8000-000000000000')
  await expect(page.getByText('Seller not found.')).toBeVisible()
  await checkScreen(page, 'seller not found')
})
