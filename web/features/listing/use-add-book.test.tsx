// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useOwnFilters } from './manage/use-own-filters.ts'
import { addAnotherPath, useAddBook } from './use-add-book.ts'

test('the branch of the next book doesn’t filter the list behind the form', () => {
  const draft = { bookType: 'old', branch: 'Law', condition: 'good' } as const
  const { result } = renderHook(() => ({ adding: useAddBook(), list: useOwnFilters() }), {
    wrapper: ({ children }) => (
      <RouterProvider
        router={createMemoryRouter([{ path: '*', element: children }], {
          initialEntries: [addAnotherPath(draft)],
        })}
      />
    ),
  })
  expect(result.current.adding.initial).toEqual(draft)
  expect(result.current.list.found).toEqual({})
})
