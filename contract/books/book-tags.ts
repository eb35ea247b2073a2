// Classes, exams and languages by which people can filter. Sellers don't enter them; the server
// finds them in a book's title, genre and description.

export const bookClasses = { lowest: 1, highest: 12 } as const

/** Exams and their names on the screen. School boards count as exams. */
export const examNames = {
  jee: 'JEE',
  neet: 'NEET',
  upsc: 'UPSC',
  ssc: 'SSC',
  bank: 'Bank exams',
  railway: 'Railway (RRB)',
  gate: 'GATE',
  cat: 'CAT',
  cbse: 'CBSE / NCERT',
  icse: 'ICSE / ISC',
  clat: 'CLAT',
  nda: 'NDA / CDS',
  ctet: 'CTET',
  olympiad: 'Olympiads',
  gre: 'GRE',
  gmat: 'GMAT',
  sat: 'SAT',
  ielts: 'IELTS',
  toefl: 'TOEFL',
} as const

/** English isn't listed, because books in English hardly ever mention their language. */
export const languageNames = {
  hindi: 'Hindi',
  marathi: 'Marathi',
  bengali: 'Bengali',
  tamil: 'Tamil',
  telugu: 'Telugu',
  gujarati: 'Gujarati',
  kannada: 'Kannada',
  malayalam: 'Malayalam',
  punjabi: 'Punjabi',
  odia: 'Odia',
  assamese: 'Assamese',
  urdu: 'Urdu',
  sanskrit: 'Sanskrit',
} as const
export type Language = keyof typeof languageNames
