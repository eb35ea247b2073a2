export const firstMessages = ({ isRentable }: { isRentable: boolean }): readonly string[] => [
  'Is this still available?',
  isRentable ? 'Can I rent it for a month?' : 'Would you take a little less?',
  'Where can I pick it up?',
]
