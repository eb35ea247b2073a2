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
  '’': "'",
  '‘': "'",
}

/**
 * Lower case without accents, in single spaces. Of the marks only accents, the Indic dot (nukta)
 * and Arabic vowel points are dropped: Indic vowel signs are letters to their readers (कमल is not
 * कमला).
 */
export const normalize = (text: string): string =>
  text
    .replaceAll('‡', '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u064b-\u065f\u093c\u09bc\u0a3c\u0abc\u0b3c]/g, '')
    .replace(/[ßæœøłđðþı’‘]/g, (letter) => replacements[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
