// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { MessageComposer } from './message-composer.tsx'

const box = () => screen.getByLabelText<HTMLTextAreaElement>('Message')

test('Enter that confirms a word of an input method doesn’t send the message, even in Safari', async () => {
  const user = renderPage(<MessageComposer draft="chat 1" onSend={() => {}} />)
  await user.type(box(), 'नमस्ते जी')
  // Nobody is logged in, so an attempt to send shows an error.
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 })
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })
  expect(screen.queryByText('User not logged in.')).toBeNull()
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 })
  expect(screen.getByText('User not logged in.')).toBeTruthy()
})

test('a pasted message that is too long stays whole and shows an error', async () => {
  const user = renderPage(<MessageComposer draft="chat 2" onSend={() => {}} />)
  await user.click(box())
  await user.paste('a'.repeat(2010))
  expect(box().value).toHaveLength(2010)
  expect(screen.getByText('10 characters too many')).toBeTruthy()
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 })
  expect(screen.getByText('Message can have at most 2,000 characters.')).toBeTruthy()
})
