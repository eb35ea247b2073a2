import { afterEach, expect, test, vi } from 'vitest'
import { currentUserLocation, saveUserLocation } from '#web/features/places/user-location.ts'
import { memoryStorage, stubBrowser } from '#web/testing.ts'
import { clearSession, currentSession, saveSession } from './session.ts'

const login = (userId: string) =>
  ({ token: `token of ${userId}`, userId, role: 'buyer', name: userId, message: '' }) as const

afterEach(() => void vi.unstubAllGlobals())

test('if storage is full, a login lasts as long as the page', () => {
  const { storage } = stubBrowser()
  saveSession(login('asha'))
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { ...memoryStorage(), ...storage, setItem })
  saveSession(login('ravi'))
  expect(currentSession()).toMatchObject({ userId: 'ravi', token: 'token of ravi' })
  saveUserLocation({ from: '411004', name: 'Pune' })
  expect(currentUserLocation()).toEqual({ from: '411004', name: 'Pune' })
  clearSession()
  saveUserLocation(undefined)
  expect([currentSession(), currentUserLocation()]).toEqual([null, undefined])
})

test('a stored login wins over one that a full storage left in memory', () => {
  const { storage } = stubBrowser()
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  saveSession(login('asha'))
  vi.stubGlobal('localStorage', storage)
  saveSession(login('ravi'))
  clearSession()
  expect(currentSession()).toBeNull()
})
