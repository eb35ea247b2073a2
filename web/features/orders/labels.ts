export const orderTypeLabels = { rent: 'Rent', purchase: 'Purchase' } as const
export const handOverLabels = { meet: 'In person', post: 'By post' } as const
