import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { normalize } from '#contract/books/normalize.ts'
import { testApp } from '#server/testing.ts'

test.each([
  ['lakshmikant', 'laxmikanth', 'लक्ष्मीकांत'],
  ['godan', 'godaan', 'गोदान'],
  ['madhushala', 'madhushaalaa', 'मधुशाला'],
  ['premchand', 'prem chand'.replace(' ', ''), 'प्रेमचंद', 'प्रेमचन्द'],
  ['ramcharitmanas', 'रामचरितमानस'],
  ['bachchan', 'bacchan', 'बच्चन'],
  ['chanakya', 'चाणक्य'],
  ['neeti', 'niti', 'नीति'],
  ['kamayani', 'कामायनी'],
  ['gaban', 'ग़बन'],
  ['gyan', 'gyaan', 'jnan', 'ज्ञान'],
  ['ghar', 'घर'],
  ['chaya', 'chhaya', 'छाया'],
  ['kshama', 'क्‌षमा', 'क्षमा'],
  ['sthan', 'स्‍थान', 'स्थान'],
  ['pahar', 'पहाड़', 'पहाड'],
  ['larka', 'लड़का'],
  ['jack', 'जॅक', 'जैक'],
  ['oxford', 'ऑक्सफ़ोर्ड', 'ऑक्सफोर्ड'],
  ['maa', 'माँ', 'मां'],
  ['agyeya', 'agyey', 'ajneya', 'अज्ञेय'],
  ['krishna', 'कृष्ण'],
  ['vigyaan', 'vijnan', 'vidnyan', 'विज्ञान'],
  ['gaon', 'gaanv', 'गाँव'],
  ['zindagi', 'jindagi', 'ज़िंदगी', 'ज़िन्दगी'],
  ['yagya', 'yajna', 'यज्ञ'],
  ['chandni', 'चाँदनी', 'चांदनी'],
])('%s sounds like %s', async (...words) => {
  const { db } = (await testApp()).context
  const { rows } = await sql<{ sound: string }>`
    select distinct sound_of(word) as sound
    from unnest(${words.map(normalize)}::text[]) as word`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.sound).not.toBeNull()
})

test.each(['c++', '12th', 'ab', 'क', 'كتاب', '‡jee', 'x'.repeat(50)])(
  '%s has no sound',
  async (word) => {
    const { db } = (await testApp()).context
    const { rows } = await sql`select sound_of(${word}) as sound`.execute(db)
    expect(rows).toEqual([{ sound: null }])
  },
)

test.each([
  ['rabindranath', 'रवीन्द्रनाथ'],
  ['vasant', 'बसंत'],
  ['pahad', 'पहाड़'],
  ['ladka', 'लड़का'],
  ['padhai', 'पढ़ाई'],
  ['parhai', 'पढ़ाई'],
  ['badi', 'बड़ी'],
  ['maan', 'माँ'],
  ['kahaniyan', 'कहानियाँ'],
  ['office', 'ऑफ़िस'],
])('%s and %s can sound alike', async (latin, indic) => {
  const { db } = (await testApp()).context
  const { rows } = await sql<{ one: boolean; other: boolean }>`
    select sound_of(${normalize(indic)}) = any(sounds_of(${latin})) as one,
      sounds_of(${normalize(indic)}) && sounds_of(${latin}) as other`.execute(db)
  expect(rows).toEqual([{ one: true, other: true }])
})
