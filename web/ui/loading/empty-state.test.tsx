// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { EmptyState, LoadError } from './empty-state.tsx'

const text = 'No active chats.'

test.each([EmptyState, LoadError])('offline, %o says so instead of its text', (Shown) => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
  renderPage(<Shown text={text} onRetry={() => {}} />)
  expect(screen.queryByText(text)).toBeNull()
  expect(screen.getByText(/^You are offline/)).toBeTruthy()
})

test.each([EmptyState, LoadError])('after a failure of the server, %o shows its text', (Shown) => {
  renderPage(<Shown text={text} onRetry={() => {}} />)
  expect(screen.getByText(text)).toBeTruthy()
})
