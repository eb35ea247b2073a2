// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { EmptyState } from './empty-state.tsx'

const text = 'No active chats.'

test('a list that could not be loaded offline isn’t called empty', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
  renderPage(<EmptyState text={text} onRetry={() => {}} />)
  expect(screen.queryByText(text)).toBeNull()
  expect(screen.getByText(/^You are offline/)).toBeTruthy()
})

test('an empty list says so, also after a failure of the server', () => {
  renderPage(<EmptyState text={text} onRetry={() => {}} />)
  expect(screen.getByText(text)).toBeTruthy()
})
