// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inGivingOrder } from '#web/features/exchanges/ring/ring-texts.ts'
import {
  proposedRing,
  runningRing,
  withAnswers,
} from '#web/features/exchanges/ring/testing-rings.ts'
import { renderPage } from '#web/testing-components.tsx'
import { hyphenated, titleSize } from './drawn-book.tsx'
import { RingDrawing } from './ring-drawing.tsx'
import { coverWidth, drawingWidth, personRadius, ringLayout } from './ring-layout.ts'

const sentences: Record<number, string> = {
  2: 'A ring of two: you give “Optics” to Meera, you get “Statics” from Meera and you get ₹40 from Meera.',
  3: 'A ring of three: you give “Optics” to Meera, Meera gives “Statics” to Ravi, you get “Waves” from Ravi and you get ₹40 from Meera.',
  4: 'A ring of four: you give “Optics” to Meera, Meera gives “Statics” to Ravi, Ravi gives “Waves” to Kiran, you get “Torts” from Kiran and you get ₹40 from Meera.',
  5: 'A ring of five: you give “Optics” to Meera, Meera gives “Statics” to Ravi, Ravi gives “Waves” to Kiran, Kiran gives “Torts” to Zoya, you get “Ratios” from Zoya and you get ₹40 from Meera.',
}

test.each([2, 3, 4, 5])('a ring of %i says who gives what to whom, and draws it', (count) => {
  renderPage(<RingDrawing exchange={proposedRing(count)} />)
  const drawing = screen.getByRole('img')
  expect(drawing.getAttribute('aria-label')).toBe(sentences[count])
  expect(drawing.querySelectorAll('svg > g')).toHaveLength(count)
  expect(drawing.querySelectorAll('img')).toHaveLength(count)
  expect(drawing.textContent).toContain('You')
  expect(drawing.textContent).toContain('get ₹40')
  expect(drawing.textContent).toContain('Meerapays ₹40')
})

test.each([2, 3, 4, 5])(
  'of %i people none and no book leaves the drawing or lies on another',
  (count) => {
    for (const hasMoney of [false, true]) {
      const { height, people, legs } = ringLayout(Array(count).fill('Meera'), hasMoney)
      const all = [
        ...people.map((point) => ({ ...point, half: personRadius })),
        ...legs.map(({ cover }) => ({ ...cover, half: coverWidth / 2 })),
      ]
      for (const [index, { x, y, half }] of all.entries()) {
        expect(x - half).toBeGreaterThanOrEqual(0)
        expect(x + half).toBeLessThanOrEqual(drawingWidth)
        expect(y - half).toBeGreaterThanOrEqual(0)
        expect(y + half).toBeLessThanOrEqual(height)
        for (const other of all.slice(index + 1))
          expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(half + other.half - 1)
      }
    }
  },
)

test('arrows end farther from a longer name', () => {
  // A ring of five has names between two arrows, beside its lower people.
  const pathsOf = (name: string) =>
    ringLayout(['Asha', 'Meera', name, 'Kiran', 'Zoya'], true).legs.map(({ path }) => path)
  const [short, long] = [pathsOf('Ravi'), pathsOf('Ravi Kumar')]
  expect(long.filter((path, index) => path !== short[index])).not.toEqual([])
  expect(long[0]).toBe(short[0])
})

test.each([
  ['Fundamentals of Thermal Physics', 69, 'small'],
  ['Waves and Oscillations', 75, 'usual'],
  ['Fundamentals of Thermal Physics', 150, 'usual'],
])('%s in %i units is %s, so that no word is cut', (title, width, size) => {
  expect(titleSize(title, width)).toBe(size)
})

test('a word that is too long even so is broken between syllables', () => {
  expect(hyphenated('Electromagnetism and Optics', 69)).toBe('Electromag\u00ADnetism and Optics')
  expect(hyphenated('Electromagnetism and Optics', 100)).toBe('Electromagnetism and Optics')
})

test('it begins with oneself and follows the books, whatever their numbers', () => {
  const ring = proposedRing(4, { me: 3 })
  expect(inGivingOrder(ring).map(({ number }) => number)).toEqual([3, 4, 1, 2])
  const [first, ...others] = ring.legs
  const turned = { ...ring, legs: [...others, ...(first ? [first] : [])].toReversed() }
  expect(inGivingOrder(turned).map(({ number }) => number)).toEqual([3, 4, 1, 2])
})

test('the same first name twice is told apart, and no name is shown as one', () => {
  const ring = proposedRing(3)
  const names = ['Asha Patil', 'Ravi Kumar', 'Ravi Rao']
  renderPage(
    <RingDrawing
      exchange={{
        ...ring,
        members: ring.members.map((one, i) => ({ ...one, name: names[i] ?? '' })),
      }}
    />,
  )
  expect(screen.getByRole('img').textContent).toContain('Ravi Kumar')
  expect(screen.getByRole('img').textContent).toContain('Ravi Rao')
})

test('answers and how far each book has come are words and signs, not only colours', () => {
  renderPage(
    <RingDrawing exchange={withAnswers(proposedRing(3), { 1: 'accepted', 2: 'declined' })} />,
  )
  expect(screen.getByRole('img').querySelectorAll('svg.lucide-check, svg.lucide-x')).toHaveLength(2)
})

test('a ring under way says it below each title', () => {
  renderPage(
    <RingDrawing exchange={runningRing(4, ['Pending', 'Shipped', 'Delivered', 'Cancelled'])} />,
  )
  const text = screen.getByRole('img').textContent
  for (const word of ['pending', 'shipped', 'delivered', 'cancelled']) expect(text).toContain(word)
})
