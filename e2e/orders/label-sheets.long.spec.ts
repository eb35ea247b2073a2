// Address labels as they are printed: eight on an A4 sheet.
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { textOfPages } from '#e2e/support/pdf-text.ts'
import { labelsPath } from '#web/paths.ts'

test('eight labels fill one sheet, and the ninth is alone on the second', async ({
  openPage,
  agreeOn,
  seller,
  buyer,
}) => {
  const ids: string[] = []
  for (let house = 11; house < 20; house++) {
    const terms = {
      handOver: 'post',
      deliveryAddress: `${house} Lake Road, Pune 411004`,
      phoneNumber: `98765432${house}`,
    }
    ids.push(...(await agreeOn(seller, buyer, [`Volume ${house}`], terms)))
  }
  const page = await openPage(seller)
  const print = async (count: number) => {
    await visit(page, labelsPath(ids.slice(0, count)))
    await expect(page.locator('[data-label]')).toHaveCount(count)
    const pages = textOfPages(await page.pdf({ preferCSSPageSize: true }))
    for (const text of pages) expect(text).not.toContain('Address labels')
    return pages.map((text) => text.match(/\d+ Lake Road|Asha Patil|98765 432\d\d/g) ?? [])
  }
  const labelOf = (house: number) => ['Asha Patil', `${house} Lake Road`, `98765 432${house}`]
  const labels = [11, 12, 13, 14, 15, 16, 17, 18, 19].map(labelOf)
  expect((await print(8)).map((found) => found.sort())).toEqual([labels.slice(0, 8).flat().sort()])
  const sheets = await print(9)
  expect(sheets.map((found) => found.length)).toEqual([24, 3])
  expect(sheets.flat().sort()).toEqual(labels.flat().sort())
})
