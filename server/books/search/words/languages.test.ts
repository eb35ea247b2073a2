import { expect, test } from 'vitest'
import { languagesOf } from './languages.ts'

test.each([
  ['Concepts of Physics', {}, []],
  ['गोदान', {}, ['hindi']],
  ['मृत्युंजय', { genre: 'Marathi novel' }, ['marathi']],
  ['माझी शाळा', {}, ['marathi']],
  ['संस्कृत व्याकरण', {}, ['sanskrit']],
  ['পথের পাঁচালী', {}, ['bengali']],
  ['Godaan', { genre: 'Hindi novel' }, ['hindi']],
  ['Science Class X (Hindi Medium)', {}, ['hindi']],
  ['Rapidex English Speaking Course (Marathi)', {}, ['marathi']],
  ['Rajpal Pocket Hindi English Dictionary', {}, ['hindi']],
  ['Learn English Through Hindi', {}, ['hindi']],
  ['Learn Hindi Through English', {}, []],
  ['Learn Tamil in 30 Days Through English', {}, []],
  ['Main Shayar Toh Nahin: The Book of Hindi Film Lyricists', {}, []],
  ['General Studies', { description: 'Complete guide in Hindi for UPSC.' }, ['hindi']],
  ['General Studies', { description: 'Hindi medium, new syllabus.' }, ['hindi']],
  ['General Studies', { description: 'Language: Marathi' }, ['marathi']],
  ['Gitanjali', { description: 'Translated from the Bengali by the poet.' }, []],
  ['Cinema Today', { description: 'Fifty years in Hindi cinema.' }, []],
  ['In English', { description: 'Written in English.' }, []],
])('%s, %j is in %j', (title, more, languages) => {
  expect(languagesOf({ title, ...more })).toEqual(languages)
})
