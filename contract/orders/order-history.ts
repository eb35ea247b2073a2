/** What happens to orders. */
export const orderEventKinds = [
  'created',
  'status',
  'confirmed',
  'received',
  'returned',
  'undone',
  'rent_moved',
  'extended',
  'handed_back',
  'problem',
  'solved',
  'closed',
  'reopened',
  'handed_over',
] as const
