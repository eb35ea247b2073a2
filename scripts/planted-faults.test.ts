import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faults } from './planted-faults.ts'
import { safetyFaults } from './planted-safety-faults.ts'

const root = path.resolve(import.meta.dirname, '..')

test.each([...faults, ...safetyFaults])('“$name” can be planted', ({ file, text, replacement }) => {
  const source = readFileSync(path.join(root, file), 'utf8')
  expect(source.split(text)).toHaveLength(2)
  expect(replacement).not.toBe(text)
})
