// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Profile } from '#contract/accounts/accounts.ts'
import { renderPage } from '#web/testing-components.tsx'
import { ProfileInformation } from './profile-information.tsx'

const profile = { name: 'Ravi Kumar', email: 'ravi@example.com' } as Profile
const note = /^With a UPI ID, buyers can pay you by QR code/

test('a seller without a UPI ID sees what it is for, and others don’t', () => {
  renderPage(<ProfileInformation side="seller" profile={profile} />)
  expect(screen.getByText('UPI ID')).toBeTruthy()
  expect(screen.getByText(note)).toBeTruthy()
})

test.each([
  ['seller', { ...profile, upiId: 'ravi@okaxis' }],
  ['buyer', profile],
] as const)('no note for a %s', (side, of) => {
  renderPage(<ProfileInformation side={side} profile={of} />)
  expect(screen.queryByText(note)).toBeNull()
})
