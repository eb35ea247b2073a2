// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { deleteDraft, deleteDrafts, findDraft, saveDraft } from './drafts.ts'
import { saveSession } from './session.ts'

beforeEach(() => localStorage.clear())

const loginOf = (userId: string) =>
  ({ token: `token of ${userId}`, userId, role: 'buyer', name: userId, message: '' }) as const

test('a draft is found again by its writer only, for a week', () => {
  saveDraft('asha', 'chat 1', 'Is it cl')
  expect(findDraft('asha', 'chat 1')).toBe('Is it cl')
  expect(findDraft('asha', 'chat 2')).toBeUndefined()
  expect(findDraft('ravi', 'chat 1')).toBeUndefined()
  expect(findDraft('asha', 'chat 1', Date.now() + 8 * 86_400_000)).toBeUndefined()
  deleteDraft('asha', 'chat 1')
  expect(findDraft('asha', 'chat 1')).toBeUndefined()
})

test('after a session’s end a login of the same person keeps drafts, one of another deletes them', () => {
  saveDraft('asha', 'chat 1', 'Is it cl')
  saveSession(loginOf('asha'))
  expect(findDraft('asha', 'chat 1')).toBe('Is it cl')
  localStorage.removeItem('token')
  saveSession(loginOf('ravi'))
  expect(findDraft('asha', 'chat 1')).toBeUndefined()
})

test('a logout deletes the drafts of everybody', () => {
  saveDraft('asha', 'chat 1', 'Is it cl')
  saveDraft('ravi', 'listing', { title: 'Godaan' })
  deleteDrafts()
  expect([findDraft('asha', 'chat 1'), findDraft('ravi', 'listing')]).toEqual([
    undefined,
    undefined,
  ])
})
