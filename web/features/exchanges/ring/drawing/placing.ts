// Where the parts of a drawing stand in it, and how they come in.
import type { CSSProperties } from 'react'
import { drawingWidth, type Point } from './ring-layout.ts'

export const placeAt = ({ x, y }: Point, height: number): CSSProperties => ({
  left: `${(x / drawingWidth) * 100}%`,
  top: `${(y / height) * 100}%`,
})
export const inPercent = (width: number): string => `${(width / drawingWidth) * 100}%`

/** One after the other, as the books go round. */
export const entranceClass = 'motion-safe:animate-[appear_400ms_ease-out_backwards]'
export const entrance = (index: number): CSSProperties => ({ animationDelay: `${index * 90}ms` })
