// If a card cuts a title, it shows the words in the cut-off part that tell copies apart: volume,
// part, class, edition.
import { expect, test, unique } from '#e2e/support/fixtures.ts'

test('distinguishing words are shown, and prices stay aligned', async ({
  openAt,
  createBook,
  seller,
}) => {
  const word = unique('Lattice')
  const author = 'A. Writer'
  await createBook(seller, { title: `${word} Physics, Part II, Class XII`, author })
  await createBook(seller, { title: `${word} Physics`, author })
  await createBook(seller, { title: `${word} of all, 3rd Edition`, author })
  const page = await openAt(`/books?search=${encodeURIComponent(word)}&sort=newest`)
  const cards = page.getByRole('region', { name: 'Books', exact: true }).getByRole('article')
  await expect(cards).toHaveCount(3)
  await expect(cards.nth(0)).toContainText('3rd ed.')
  await expect(cards.nth(2)).toContainText('Part II · Class XII')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const places = await cards.evaluateAll((articles) =>
      articles.map((article) => {
        const price = article.querySelector('span.font-semibold')
        return (price?.getBoundingClientRect().top ?? 0) - article.getBoundingClientRect().top
      }),
    )
    expect(places[0]).toBeGreaterThan(0)
    expect(places[1]).toBeCloseTo(places[0] as number, 0)
  }
})
