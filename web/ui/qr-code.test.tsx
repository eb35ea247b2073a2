// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

test.each([120, 400])('a QR code of %i letters has modules large enough for cameras', (length) => {
  const { getByRole } = render(<QrCode text={'a'.repeat(length)} label="Pay" />)
  const code = getByRole('img')
  const modules = Number(code.getAttribute('viewBox')?.split(' ')[2])
  expect(Number.parseFloat(code.style.width) / modules).toBeGreaterThanOrEqual(3)
})
