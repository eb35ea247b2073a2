// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/common/error-catalog.ts'
import { UnreachableError } from '#web/api/read-response.ts'
import { useEdit } from './use-edit.ts'

type Book = { price: number }

function renderEdit(read: () => Promise<{ result: Book; etag: string | undefined }>) {
  const write = vi.fn(async (_shown: Book, _etag?: string) => 'saved')
  const { result } = renderHook(() =>
    useEdit({
      first: { price: 400 },
      toValues: (book) => book,
      values: () => ({ price: 450 }),
      setValue: () => {},
      read,
    }),
  )
  return { write, save: () => act(() => result.current.save(write)) }
}

test('if nobody changed it, an edit is saved with the ETag', async () => {
  const { write, save } = renderEdit(async () => ({ result: { price: 400 }, etag: '"3"' }))
  expect(await save()).toBe('saved')
  expect(write.mock.calls).toEqual([[{ price: 400 }, '"3"']])
})

test('an edit doesn’t overwrite what others changed in the meantime', async () => {
  const { write, save } = renderEdit(async () => ({ result: { price: 350 }, etag: '"4"' }))
  expect(await save()).toBeUndefined()
  expect(write).not.toHaveBeenCalled()
})

test('if the server refuses the read, the write’s error says why', async () => {
  const { write, save } = renderEdit(() => Promise.reject(new AppError('book_not_found')))
  expect(await save()).toBe('saved')
  expect(write.mock.calls).toEqual([[{ price: 400 }, undefined]])
})

test('if the read gets no response, nothing is written', async () => {
  const { write, save } = renderEdit(() => Promise.reject(new UnreachableError()))
  await expect(save()).rejects.toThrow(UnreachableError)
  expect(write).not.toHaveBeenCalled()
})
