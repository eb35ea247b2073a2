export const orderTypeLabels = { rent: 'Rent', purchase: 'Purchase' } as const
