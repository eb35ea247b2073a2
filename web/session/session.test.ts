import { expect, test, vi } from 'vitest'
import { currentUserLocation, saveUserLocation } from '#web/features/places/user-location.ts'
import { fullStorage, loginOf, stubBrowser } from '#web/testing.ts'
import { clearSession, currentSession, saveSession } from './session.ts'

test('if storage is full, a login lasts as long as the page', () => {
  const { storage } = stubBrowser()
  saveSession(loginOf('asha'))
  vi.stubGlobal('localStorage', { ...storage, setItem: fullStorage().setItem })
  saveSession(loginOf('ravi'))
  expect(currentSession()).toMatchObject({ userId: 'ravi', token: 'token of ravi' })
  saveUserLocation({ from: '411004', name: 'Pune' })
  expect(currentUserLocation()).toEqual({ from: '411004', name: 'Pune' })
  clearSession()
  saveUserLocation(undefined)
  expect([currentSession(), currentUserLocation()]).toEqual([null, undefined])
})

test('a stored login wins over one that a full storage left in memory', () => {
  const { storage } = stubBrowser()
  vi.stubGlobal('localStorage', fullStorage())
  saveSession(loginOf('asha'))
  vi.stubGlobal('localStorage', storage)
  saveSession(loginOf('ravi'))
  clearSession()
  expect(currentSession()).toBeNull()
})
