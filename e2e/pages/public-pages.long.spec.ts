import sharp from 'sharp'
import { expect, test, unique } from '#e2e/support/fixtures.ts'

test.describe('home', () => {
  test('promises, three steps, 8 books and a link to all books', async ({ openAt }) => {
    const page = await openAt('/')
    await expect(page).toHaveTitle(/Dobara/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'The best recycle is book recycle.',
    )
    for (const promise of ['Wide range of books', 'Easy renting and buying', 'Affordable prices'])
      await expect(page.getByRole('heading', { name: promise })).toBeVisible()
    const steps = page.getByRole('region', { name: 'How it works' }).getByRole('listitem')
    await expect(steps).toHaveCount(3)
    for (const [place, step] of [
      'Create an account',
      'List or explore books',
      'Connect, chat and complete the order',
    ].entries())
      await expect(steps.nth(place)).toContainText(step)
    const cards = page.getByRole('region', { name: 'Newly listed books' }).getByRole('article')
    await expect(cards).toHaveCount(8)
    for (const card of await cards.all())
      await expect(card).toContainText(/₹[\d,]+.*(Buy|Rent \/ Buy)(In .+)?$/)
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(cards.first().locator('img')).toBeInViewport({ ratio: 1 })
    await page.getByRole('link', { name: 'View All Books' }).click()
    await expect(page).toHaveURL('/books')
    await expect(page.getByRole('heading', { level: 1, name: 'Explore Books' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/')
  })

  test('the header and the footer link to every page', async ({ openAt }) => {
    const page = await openAt('/')
    const bar = page.getByRole('banner')
    await bar.getByRole('link', { name: 'Books', exact: true }).click()
    await expect(page).toHaveURL('/books')
    await expect(bar.getByRole('link', { name: 'About Us' })).toHaveAttribute('href', '/about')
    await bar.getByRole('link', { name: 'Dobara, home' }).click()
    await expect(page).toHaveURL('/')
    const foot = page.getByRole('contentinfo')
    await expect(foot).toContainText('The best recycle is book recycle.')
    await expect(foot.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
    await expect(foot.getByRole('link', { name: /opens in a new tab/ })).not.toHaveCount(0)
    for (const [name, path] of [
      ['About Us', '/about'],
      ['Books', '/books'],
      ['Home', '/'],
    ] as const)
      await expect(foot.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    await foot.getByRole('button', { name: 'Sell Books' }).click()
    await expect(page.getByRole('dialog', { name: 'Login as Seller' })).toBeVisible()
    await page.keyboard.press('Escape')
    await foot.getByRole('button', { name: 'Buy Books' }).click()
    await expect(page.getByRole('dialog', { name: 'Login as Buyer' })).toBeVisible()
  })
})

test('About shows the mission, four of the team, and a button to join', async ({ openAt }) => {
  const page = await openAt('/about')
  await expect(page.getByRole('region', { name: 'Our mission' })).toContainText(
    'To reduce book waste.',
  )
  await expect(page.getByRole('region', { name: 'Our team' }).getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: 'Join Now' }).click()
  await expect(page.getByRole('dialog', { name: 'Signup as Buyer' })).toBeVisible()
})

test('public pages have content without scripts', async ({ openPage, createBook, seller }) => {
  const title = unique('Scriptless')
  const id = await createBook(seller, { title })
  const page = await openPage(undefined, { javaScriptEnabled: false })
  await page.goto('/')
  await expect(
    page.getByRole('region', { name: 'Newly listed books' }).getByRole('article'),
  ).toHaveCount(8)
  await page.goto('/books')
  expect(await page.getByRole('article').count()).toBeGreaterThan(15)
  await page.goto('/buyer/dashboard')
  expect(await page.getByRole('article').count()).toBeGreaterThan(15)
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'Our mission' })).toBeVisible()
  await page.goto(`/buyer/book/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(title))
  await page.goto('/')
  await page.getByRole('searchbox').fill(title)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(
    page
      .getByRole('region', { name: 'Books', exact: true })
      .getByRole('article')
      .filter({ hasText: title }),
  ).toHaveCount(1)
})

test('shared links have a preview picture', async ({ openPage, request, baseURL }) => {
  const page = await openPage(undefined, { javaScriptEnabled: false })
  const readMeta = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
  const answer = await request.get('/preview.png')
  const bytes = await answer.body()
  const { width, height, format } = await sharp(bytes).metadata()
  expect({ width, height, format, type: answer.headers()['content-type'] }).toEqual({
    width: 1200,
    height: 630,
    format: 'png',
    type: 'image/png',
  })
  expect(bytes.length).toBeLessThan(100 * 1024)
  const html = await (await request.get('/books')).text()
  // This keeps phones from turning numbers into phone links.
  expect(html).toContain('name="format-detection" content="telephone=no"')
  for (const path of ['/', '/books', '/about'])
    await test.step(path, async () => {
      await page.goto(path)
      expect(await readMeta('og:image')).toBe(`${baseURL}/preview.png`)
      expect(await readMeta('twitter:card')).toBe('summary_large_image')
      expect([await readMeta('og:image:width'), await readMeta('og:image:height')]).toEqual([
        String(width),
        String(height),
      ])
    })
})

test('an unknown URL responds with 404', async ({ openPage }) => {
  const page = await openPage()
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Page not found · Dobara')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Explore Books' }).click()
  await expect(page).toHaveURL('/books')
})
