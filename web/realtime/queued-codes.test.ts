import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#contract/common/error-catalog.ts'
import { stubBrowser } from '#web/testing.ts'
import { createQueuedCodes } from './queued-codes.ts'

const meetingId = '01999999-0000-7000-8000-000000000001'

beforeEach(() => void stubBrowser())
afterAll(() => void vi.unstubAllGlobals())

function open(check: Parameters<typeof createQueuedCodes>[0]['check']) {
  const onChecked = vi.fn<() => void>()
  const codes = createQueuedCodes({ userId: 'ravi', check, onChecked })
  onTestFinished(() => codes.end())
  return { codes, onChecked }
}

test('a code that can’t be sent stays queued for the next visit, and is sent with the same id', async () => {
  const offline = vi.fn<(input: object) => Promise<unknown>>(async () => {
    throw new TypeError('Failed to fetch')
  })
  const { codes } = open(offline)
  expect(await codes.enter(meetingId, '0042')).toBe('queued')
  codes.end()
  const online = vi.fn<(input: object) => Promise<unknown>>(async () => [])
  const next = open(online)
  expect(next.codes.all()).toMatchObject([{ meetingId, code: '0042' }])
  next.codes.flush()
  next.codes.flush()
  await expect.poll(() => next.codes.all()).toEqual([])
  expect(online.mock.calls).toEqual(offline.mock.calls)
  expect(next.onChecked).toHaveBeenCalledOnce()
})

test('two clicks send once; a refusal is thrown to a waiting caller, or else stored', async () => {
  const error = new AppError('wrong_code', { message: 'This code is wrong. 4 tries are left.' })
  let isOnline = true
  const check = vi.fn<(input: object) => Promise<unknown>>(async () => {
    throw isOnline ? error : new TypeError('Failed to fetch')
  })
  const { codes } = open(check)
  const clicks = [codes.enter(meetingId, '0043'), codes.enter(meetingId, '0043')]
  expect((await Promise.allSettled(clicks)).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  expect(check).toHaveBeenCalledOnce()
  expect(codes.all()).toEqual([])

  isOnline = false
  expect(await codes.enter(meetingId, '0043')).toBe('queued')
  isOnline = true
  codes.flush()
  await expect.poll(() => codes.all()).toMatchObject([{ code: '', refused: error.message }])
  codes.flush()
  expect(check).toHaveBeenCalledTimes(3)
  codes.discard(meetingId)
  expect(codes.all()).toEqual([])
})

test('another person’s session doesn’t send the code, and an ended session sends nothing', async () => {
  const { codes } = open(async () => {
    throw new AppError('unavailable')
  })
  expect(await codes.enter(meetingId, '0042')).toBe('queued')
  codes.end()
  const check = vi.fn<(input: object) => Promise<unknown>>(async () => [])
  const other = createQueuedCodes({ userId: 'asha', check, onChecked: () => {} })
  other.flush()
  other.end()
  codes.flush()
  expect(other.all()).toEqual([])
  expect(check).not.toHaveBeenCalled()
})
