import { latinDigits } from '#contract/common/typed-text.ts'

/** Letters that Unicode doesn't split into a base letter and an accent. */
const replacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Quotation marks, primes and modifier letters that people type as apostrophes. */
const apostrophes = /[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02c8\u2032`]/g
const hyphens = /[\u2010-\u2013\u2212]/g
/**
 * Separators that a search may leave out: dandas, slashes, bars, bullets, ellipses and long dashes.
 */
const separators = /[/|\u0964\u0965\u2014\u2015\u2022\u2026\u00b7\u2044\u2215]/g
/** Soft hyphens, joiners and direction marks. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** Latin accents, the Indic dot (nukta) and Arabic vowel points. */
const accents = /[\u0300-\u036f\u064b-\u065f\u093c\u09bc\u0a3c\u0abc\u0b3c]/g
/** Nasal letters before a consonant of their own row, where many people write a dot instead. */
const nasalLetters = /ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])/g

/**
 * Normalizes text so that titles and searches compare as equal: lower case, single spaces, one
 * spelling of each apostrophe, hyphen, digit and nasal sound, no accents or invisible marks. Indic
 * vowel signs stay, because readers see them as letters (कमल isn't कमला).
 */
export const normalize = (text: string): string =>
  latinDigits(text)
    .replace(invisible, '')
    .replaceAll('\u00b4', "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => replacements[letter] ?? letter)
    .replace(apostrophes, "'")
    .replace(hyphens, '-')
    .replace(separators, ' ')
    // Semicolons separate the parts of a search text.
    .replaceAll(';', ',')
    .replaceAll('‡', '')
    .replaceAll('ँ', 'ं')
    .replace(nasalLetters, 'ं')
    .replaceAll('&', ' and ')
    .replace(/\s+/g, ' ')
    .trim()
