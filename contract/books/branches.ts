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

const normalize = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim()
const byNormalizedName = new Map(branches.map((branch) => [normalize(branch), branch]))
/** The filter's label for all branches. No book's branch may have this name. */
export const allBranches = 'All Branches'
export const isAllBranches = (name: string): boolean => normalize(name) === normalize(allBranches)

/** Returns a branch in the spelling of `branches`, or undefined if it isn't one of them. */
export const knownBranch = (name: string): string | undefined =>
  byNormalizedName.get(normalize(name))

/** Returns a branch in the spelling of `branches`, or else as typed, with single spaces. */
export const canonicalBranch = (name: string): string =>
  knownBranch(name) ?? name.replace(/\s+/g, ' ')
