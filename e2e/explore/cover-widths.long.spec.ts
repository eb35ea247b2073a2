// Covers are loaded in the stored width that fits their size on the screen.
import { photoWidths } from '#contract/common/photos.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'

type Cover = { address: string; pixels: number }

/** Returns the loaded covers, and the width of each on the screen in physical pixels. */
const readCovers = (page: Page): Promise<Cover[]> =>
  page
    .getByRole('main')
    .getByRole('article')
    .locator('img[src^="/photos/"]')
    .evaluateAll((images) =>
      (images as HTMLImageElement[])
        .filter((image) => image.complete && image.naturalWidth > 0)
        .map((image) => ({
          address: image.currentSrc,
          pixels: image.clientWidth * window.devicePixelRatio,
        })),
    )

const storedWidth = ({ address }: Cover) => Number(/-(\d+)\.webp$/.exec(address)?.[1])

/** Returns the smallest stored width that fills the cover's space, or else the largest. */
const fittingWidth = ({ pixels }: Cover) =>
  photoWidths.find((width) => width >= pixels) ?? photoWidths[photoWidths.length - 1]

test('covers are loaded as large as they are shown', async ({ openAt }) => {
  for (const [path, width, deviceScaleFactor] of [
    ['/books', 360, 3],
    ['/books?sort=newest', 1280, 1],
  ] as const) {
    const page = await openAt(path, undefined, {
      viewport: { width, height: 800 },
      deviceScaleFactor,
    })
    await expect.poll(async () => (await readCovers(page)).length).toBeGreaterThan(1)
    for (const cover of await readCovers(page)) {
      expect(cover.pixels).toBeGreaterThan(100)
      expect(storedWidth(cover), `${path} ${cover.pixels}`).toBe(fittingWidth(cover))
    }
  }
})
