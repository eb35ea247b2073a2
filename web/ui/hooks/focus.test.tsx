// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import '#web/testing-components.tsx'
import { focusOnMount } from './focus.ts'

/** Shows fields that take the focus in the first frame. Returns a function that runs this frame. */
function openFields(): () => void {
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  render(
    <section ref={focusOnMount}>
      <input aria-label="Condition" />
      <input aria-label="Year" />
    </section>,
  )
  return () => {
    for (const frame of frames) frame(0)
  }
}

test('an opened section moves the focus to its first field', () => {
  const drawFrame = openFields()
  drawFrame()
  expect(document.activeElement).toBe(screen.getByLabelText('Condition'))
})

test('a focus that moved to another field before the first frame stays there', () => {
  const drawFrame = openFields()
  screen.getByLabelText('Year').focus()
  drawFrame()
  expect(document.activeElement).toBe(screen.getByLabelText('Year'))
})
