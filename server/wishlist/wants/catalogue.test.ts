import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { branches } from '#contract/books/branches.ts'
import { catalogueSets, findInCatalogue, searchCatalogue } from './catalogue.ts'

const namesOf = (typed: string) =>
  searchCatalogue(typed, 6).map(({ title, author }) => `${title} / ${author}`)

test('the catalogue is small, and contains NCERT and exam titles', () => {
  expect(statSync(new URL('catalogue.tsv', import.meta.url)).size).toBeLessThan(600_000)
  for (const title of [
    { title: 'Physics: Textbook for Class XI, Part I', author: 'NCERT' },
    { title: 'indian polity', author: 'M Laxmikanth' },
    { title: 'PROBLEMS IN GENERAL PHYSICS', author: 'I. E. Irodov' },
  ])
    expect(findInCatalogue(title), title.title).toBeDefined()
  expect(findInCatalogue({ title: 'Nothing of the kind', author: 'Nobody' })).toBeUndefined()
})

test('finds titles by any of their words, in any spelling, and by class', () => {
  expect(namesOf('hc verma conc')[0]).toBe('Concepts of Physics, Volume 1 / H. C. Verma')
  expect(namesOf('VERMA Physics').join()).toContain('Concepts of Physics')
  expect(namesOf('laxmikanth pol').join()).toContain('Indian Polity')
  expect(namesOf('flamingo 12')[0]).toBe('Flamingo: Textbook in English for Class XII / NCERT')
  expect(namesOf('maths class 9 ncert').join()).toContain('Class IX')
  expect(namesOf('zzqx')).toEqual([])
  expect(namesOf('')).toEqual([])
  const known = findInCatalogue({
    title: 'A Short History of Nearly Everything',
    author: 'Bill Bryson',
  })
  expect(namesOf(known?.isbn ?? 'no ISBN')).toHaveLength(known?.isbn ? 1 : 0)
})

test('each class from VI to X has a set, and each stream of XI and XII', () => {
  const sets = catalogueSets()
  expect(sets.map(({ name }) => name)).toEqual([
    ...['VI', 'VII', 'VIII', 'IX', 'X'].map((number) => `Class ${number}, CBSE`),
    ...['XI', 'XII'].flatMap((number) =>
      ['science (PCM)', 'science (PCB)', 'commerce', 'humanities'].map(
        (stream) => `Class ${number} ${stream}, CBSE`,
      ),
    ),
  ])
  for (const { titles, name } of sets) {
    expect(titles.length, name).toBeGreaterThan(4)
    expect(titles.every(({ author, branch }) => author === 'NCERT' && branch)).toBe(true)
    expect(branches).toContain(titles[0]?.branch)
  }
  const pcm = sets.find(({ key }) => key === '11-pcm')?.titles.map(({ title }) => title) ?? []
  expect(pcm).toContain('Chemistry: Textbook for Class XI, Part II')
  expect(pcm.join()).not.toContain('Biology')
})
