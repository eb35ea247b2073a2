// Kinds of books in English and Hindi, and the tags and words that mark books of a kind. `alone`
// names count only if the search has nothing else but a language: for 'godan novel' the book
// needn't say that it is a novel.
type Kind = { names: readonly string[]; alone?: readonly string[]; tags: readonly string[] }

export const kinds: readonly Kind[] = [
  {
    names: ['upanyas', 'उपन्यास', 'kadambari', 'कादंबरी'],
    alone: ['novel', 'novels'],
    tags: ['‡novel', '‡novels', '‡novella', '‡fiction'],
  },
  {
    names: [
      ...['kahani', 'kahaani', 'kahania', 'kahaniya', 'kahaniyan', 'kahaniyaan', 'kahaniyon'],
      ...['कहानी', 'कहानियां', 'कहानिया', 'कहानियों', 'short story', 'short stories'],
    ],
    tags: ['‡stories', '‡story', 'stories'],
  },
  {
    names: [
      'kavita',
      'kavitaen',
      'kavitayen',
      'कविता',
      'कविताएं',
      'shayari',
      'शायरी',
      'poem',
      'poems',
    ],
    tags: ['‡poetry', '‡poems', '‡poem', 'poems', 'poetry'],
  },
  { names: ['natak', 'नाटक'], tags: ['‡drama', '‡play', '‡plays'] },
  {
    names: ['jeevani', 'jivani', 'जीवनी', 'atmakatha', 'aatmakatha', 'आत्मकथा'],
    tags: ['‡biography', '‡biographies', '‡autobiography', '‡autobiographies', '‡memoir'],
  },
  {
    names: ['shabdkosh', 'shabdakosh', 'शब्दकोश'],
    tags: ['‡dictionary', '‡dictionaries', 'dictionary'],
  },
  { names: ['vyakaran', 'व्याकरण'], tags: ['‡grammar', 'grammar'] },
]

/** Degrees, and the tags of the branches that their students need. */
export const degrees: Record<string, readonly string[]> = {
  mbbs: ['‡medicine', '‡medical'],
  bds: ['‡medicine', '‡medical'],
  mba: ['‡management'],
  bba: ['‡management'],
  bcom: ['‡commerce'],
  mcom: ['‡commerce'],
  bca: ['‡computer'],
  mca: ['‡computer'],
}

/** If no book is about one of these, the search also looks for books about programming. */
export const programmingLanguages: ReadonlySet<string> = new Set([
  ...['python', 'java', 'javascript', 'typescript', 'golang', 'kotlin', 'swift', 'php', 'ruby'],
  ...['rust', 'matlab', 'perl', 'scala', 'c#', 'c++', 'dotnet', 'html', 'css', 'nodejs', 'react'],
])
export const programmingTags: readonly string[] = ['‡programming']

/** Words that name the year of a course: 'mbbs first year'. */
export const courseWords: ReadonlySet<string> = new Set(['year', 'yr', 'sem', 'semester'])
export const partWords: ReadonlySet<string> = new Set([
  ...['part', 'parts', 'volume', 'vol', 'bhag', 'khand', 'भाग', 'खंड'],
])
