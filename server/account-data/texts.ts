export const sessionEndTexts = {
  deleted: 'Your account was deleted.',
  otherDeleted: 'The account that you logged in to was deleted.',
} as const
