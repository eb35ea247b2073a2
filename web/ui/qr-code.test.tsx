// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

afterEach(cleanup)

test.each([120, 400])('a QR code of %i letters has modules large enough for cameras', (length) => {
  const { getByRole } = render(<QrCode text={'a'.repeat(length)} label="Pay" />)
  const code = getByRole('img')
  const modules = Number(code.getAttribute('viewBox')?.split(' ')[2])
  expect(Number.parseFloat(code.style.width) / modules).toBeGreaterThanOrEqual(3)
})
