import { expect, test, vi } from 'vitest'
import { startChat } from '#contract/chats.ts'
import { AppError, type ErrorCode } from '#contract/common/error-catalog.ts'
import { createQueryClient, isRefusal, outdatedTopics } from './query-client.ts'
import { UnreachableError } from './read-response.ts'

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

test.each([
  ['of something that isn’t there', new AppError('book_not_found'), true],
  ['that came too soon', new AppError('too_many_requests'), false],
  ['that a server failed at', new AppError('internal'), false],
  ['that never arrived', new UnreachableError(), false],
])('whether the server refused the request itself: a request %s', (_, error, expected) => {
  expect(isRefusal(error)).toBe(expected)
})

test('a rate-limited read is retried after the time that the server says; other refusals aren’t', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  const client = createQueryClient()
  const errors = [new AppError('too_many_requests', { retryAfter: 20 }), new AppError('book_gone')]
  const read = vi.fn(() => Promise.reject(errors.shift()))
  const failure = errorOf(
    client.fetchQuery({
      queryKey: ['busy'],
      queryFn: read,
      retry: client.getDefaultOptions().queries?.retry as never,
    }),
  )
  await vi.advanceTimersByTimeAsync(19_999)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_001)
  expect(await failure).toMatchObject({ code: 'book_gone' })
  expect(read).toHaveBeenCalledTimes(2)
})

test.each<[ErrorCode, readonly string[]]>([
  ['book_not_found', ['chats', 'books']],
  ['book_gone', ['chats', 'books']],
  ['chat_read_only', ['chats']],
  ['malformed', []],
])('after %s the page reads %o again', (code, topics) => {
  expect(outdatedTopics(new AppError(code), startChat)).toEqual(topics)
})
