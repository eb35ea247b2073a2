// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { currentUserLocation } from './user-location.ts'
import { UserLocationForm } from './user-location-form.tsx'

const kothrud = { pinCode: '411038', area: 'Kothrud', city: 'Pune', state: 'Maharashtra' }
const unknown = { message: 'We don’t know this PIN code.', code: 'place_unknown' }
const errors = /Enter a PIN code|We don’t know|could not be looked up/

/** Stubs a server that knows one PIN code. Its first `failures` responses are lost. */
function open({ failures = 0, until = Promise.resolve() } = {}) {
  let left = failures
  vi.stubGlobal('fetch', async (url: string) => {
    await until
    if (left-- > 0) throw new TypeError('Failed to fetch')
    return url.endsWith(kothrud.pinCode)
      ? Response.json({ ...kothrud, hasPoint: true })
      : Response.json(unknown, { status: 404 })
  })
  const onDone = vi.fn()
  const user = renderPage(<UserLocationForm onDone={onDone} canRemove={false} />)
  return { user, onDone, field: screen.getByLabelText('Your PIN code') }
}

test('the error of an unknown PIN code doesn’t say that it is too short; a known one is accepted', async () => {
  const { user, onDone, field } = open()
  await user.type(field, '41{Enter}')
  expect(screen.getByText(errors).textContent).toBe('Enter a PIN code of 6 digits.')
  await user.clear(field)
  await user.type(field, '100000')
  await screen.findByText(unknown.message)
  await user.keyboard('{Enter}')
  expect(screen.getByText(errors).textContent).toBe(unknown.message)
  expect(onDone).not.toHaveBeenCalled()
  await user.clear(field)
  await user.type(field, '411 038{Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(screen.queryByText(errors)).toBeNull()
  expect(currentUserLocation()).toMatchObject({ from: '411038', name: 'Kothrud, Pune' })
})

test('nothing can be typed while a submitted PIN code is looked up', async () => {
  const gate = Promise.withResolvers<void>()
  const { user, onDone, field } = open({ until: gate.promise })
  await user.type(field, '411038{Enter}')
  const button = screen.getByRole('button', { name: 'Show distances' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  await user.type(field, '{Backspace}9')
  gate.resolve()
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(currentUserLocation()?.from).toBe('411038')
})

test('a failed lookup says so, and can be retried', async () => {
  const { user, onDone, field } = open({ failures: 2 })
  await user.type(field, '411038{Enter}')
  await screen.findByText('This PIN code could not be looked up. Please try again.')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect(currentUserLocation()?.name).toBe('Kothrud, Pune')
})

test.each([
  [1, /^Your browser doesn’t let/],
  [2, /^Your browser couldn’t/],
])(
  'if the browser refuses its position (code %i), the PIN code can still be used',
  async (code, text) => {
    const getCurrentPosition = (_: unknown, refuse: (error: { code: number }) => void) =>
      refuse({ code })
    vi.stubGlobal('navigator', { ...navigator, geolocation: { getCurrentPosition } })
    const { user, onDone, field } = open()
    await user.click(screen.getByRole('button', { name: 'Use my location' }))
    expect(screen.getByRole('alert').textContent).toMatch(text)
    await user.type(field, '411038{Enter}')
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  },
)
