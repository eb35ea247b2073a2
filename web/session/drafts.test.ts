// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { loginOf } from '#web/testing.ts'
import { deleteUnsent } from './delete-unsent.ts'
import { deleteDraft, findDraft, saveDraft } from './drafts.ts'
import { currentWriter, saveSession } from './session.ts'

test('only the writer finds a draft again, for a week', () => {
  saveDraft('asha', 'chat 1', 'Is it cl')
  expect(findDraft('asha', 'chat 1')).toBe('Is it cl')
  expect(findDraft('asha', 'chat 2')).toBeUndefined()
  expect(findDraft('ravi', 'chat 1')).toBeUndefined()
  expect(findDraft('asha', 'chat 1', Date.now() + 8 * 86_400_000)).toBeUndefined()
  deleteDraft('asha', 'chat 1')
  expect(findDraft('asha', 'chat 1')).toBeUndefined()
})

test('after a session ends, the same person’s login keeps drafts, another person’s deletes them', () => {
  saveDraft('asha', 'chat 1', 'Is it cl')
  saveSession(loginOf('asha'))
  expect(findDraft('asha', 'chat 1')).toBe('Is it cl')
  localStorage.removeItem('token')
  saveSession(loginOf('ravi'))
  expect(findDraft('asha', 'chat 1')).toBeUndefined()
})

test('the owner of a shop and each helper have their own drafts', () => {
  const helper = { ...loginOf('shop'), role: 'seller', helperId: 'ravi' } as const
  saveSession(loginOf('shop'))
  saveDraft(currentWriter() ?? '', 'chat 1', 'We open at')
  saveSession(helper)
  expect(findDraft(currentWriter() ?? '', 'chat 1')).toBeUndefined()
  saveSession(loginOf('shop'))
  expect(findDraft(currentWriter() ?? '', 'chat 1')).toBe('We open at')
  localStorage.removeItem('token')
  saveSession(helper)
  expect(findDraft('shop', 'chat 1')).toBeUndefined()
})

const unsentKeys = () => Object.keys(localStorage).filter((key) => /outbox/.test(key))

test('another person’s login deletes unsent messages, and a logout deletes all of them', () => {
  const keys = ['outbox.asha.1', 'outbox.asha.2', 'outbox.ravi.3'].map((key) => `dobara.${key}`)
  for (const key of keys) localStorage.setItem(key, '{}')
  saveSession(loginOf('ravi'))
  expect(unsentKeys()).toEqual(['dobara.outbox.ravi.3'])
  deleteUnsent()
  expect(unsentKeys()).toEqual([])
})

test('a logout deletes everybody’s drafts', () => {
  saveDraft('asha', 'chat 1', 'Is it cl')
  saveDraft('ravi', 'listing', { title: 'Godaan' })
  deleteUnsent()
  expect([findDraft('asha', 'chat 1'), findDraft('ravi', 'listing')]).toEqual([
    undefined,
    undefined,
  ])
})

test('an expired draft is deleted at the next page load, and the others stay', async () => {
  saveDraft('asha', 'order', 'Expired', Date.now() - 7 * 86_400_000)
  saveDraft('asha', 'chat', 'Recent', Date.now() - 6 * 86_400_000)
  vi.resetModules()
  await import('./drafts.ts')
  expect(Object.keys(localStorage)).toEqual(['dobara.draft.asha.chat'])
})
