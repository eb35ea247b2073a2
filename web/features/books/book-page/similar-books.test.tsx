// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Book } from '#contract/books/books.ts'
import { renderPage } from '#web/testing-components.tsx'
import { SimilarBooks } from './similar-books.tsx'

afterEach(() => vi.unstubAllGlobals())

const makeBook = (id: string, columns: Partial<Book>) =>
  ({
    _id: id,
    title: 'Optics',
    author: 'E. Hecht',
    images: [],
    ratings: { count: 0 },
    ...columns,
  }) as unknown as Book

const own = makeBook('own', { title: 'OPTICS!' })
const sameIsbn = makeBook('isbn', { title: 'Optics, 5th edition', isbn: '9780133977226' })
const otherEdition = makeBook('edition', { isbn: '9780201838879' })
const other = makeBook('other', { title: 'Statics' })
const all = [own, sameIsbn, otherEdition, other]
const title = { title: 'Optics', author: 'E. Hecht' }

test.each([
  ['a book with other copies, without an ISBN', title, [sameIsbn, otherEdition, other]],
  ['one with an ISBN', { ...title, isbn: '9780133977226' }, [own, otherEdition, other]],
  ['a book without other copies', undefined, all],
])('copies of its own title aren’t similar books of %s', (_, except, shown) => {
  vi.stubGlobal('fetch', async () => Response.json(all))
  const element = <SimilarBooks bookId="b" initial={all} except={except} />
  renderPage(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(shown.map(({ _id }) => `/buyer/book/${_id}`))
})
