// Study branches and reading genres.

/** The branches every form offers; any other branch in use joins them. */
export const branches = [
  'Computer Science',
  'Mechanical',
  'Civil',
  'Electrical',
  'Electronics',
  'Chemical',
  'Medical',
  'Law',
  'Commerce',
  'Management',
  'Arts',
  'Science',
  'Mathematics',
  'School (Class 1-10)',
  'Class 11-12',
  'Competitive Exams',
  'Fiction',
  'Non-fiction',
  'Biography',
  'Children',
  'Comics',
  'Religion & Philosophy',
  'Self-help',
  'History',
  'Language & Literature',
] as const

const folded = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim()
const known = new Map(branches.map((branch) => [folded(branch), branch]))
/** A branch as the list spells it; one that isn't on the list stays as it was written. */
export const canonicalBranch = (given: string): string =>
  known.get(folded(given)) ?? given.replace(/\s+/g, ' ')
