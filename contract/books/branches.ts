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
/** What the filter calls no branch at all, so that no book's may be called so. */
export const allBranches = 'All Branches'
export const isAllBranches = (name: string): boolean => normalize(name) === normalize(allBranches)

/** A branch as the list spells it; one that isn't on the list keeps its spelling. */
export const canonicalBranch = (name: string): string =>
  byNormalizedName.get(normalize(name)) ?? name.replace(/\s+/g, ' ')
