import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'

const colours = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return {
      backgroundColor,
      color,
      scheme: getComputedStyle(document.documentElement).colorScheme,
    }
  })

test('a page in the dark theme prints in light colours', async ({ openPage }) => {
  const light = await openPage(undefined, { colorScheme: 'light' })
  await visit(light, '/about')
  const dark = await openPage(undefined, { colorScheme: 'dark' })
  await visit(dark, '/about')
  const expected = await colours(light)
  expect((await colours(dark)).backgroundColor).not.toBe(expected.backgroundColor)
  await dark.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await colours(dark)).toEqual({ ...expected, scheme: 'light' })
})

test('numbers on pages don’t become phone links', async ({ request }) => {
  for (const path of ['/books', '/offline.html'])
    expect(await (await request.get(path)).text()).toContain(
      'name="format-detection" content="telephone=no"',
    )
})
