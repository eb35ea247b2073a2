// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Profile } from '#contract/accounts/accounts.ts'
import { logIn, logInAgain, renderPage } from '#web/testing-components.tsx'
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

test.each([
  ['buyer', profile, ['Address']],
  [
    'seller',
    { ...profile, sellerType: 'shop owner' },
    ['UPI ID', 'Phone', 'PIN code', 'Shop address'],
  ],
] as const)(
  'an unsaved name of a %s survives the end of the session, but not where to find or pay them',
  async (side, of, unstored) => {
    const field = (label: string) =>
      screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
    const edit = async () => {
      const user = renderPage(<ProfileInformation side={side} profile={of as Profile} />)
      await user.click(screen.getByRole('button', { name: 'Edit Profile' }))
      return user
    }
    logIn(side)
    const user = await edit()
    for (const label of ['Name', ...unstored]) await user.type(field(label), ' 42')
    expect(Object.values(localStorage).join().match(/ 42/g)).toHaveLength(1)
    logInAgain(side)
    await edit()
    expect(field('Name').value).toBe('Ravi Kumar 42')
    for (const label of unstored) expect(field(label).value).toBe('')
  },
)
