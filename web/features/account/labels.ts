export const sellerTypeLabels = { 'shop owner': 'Shop owner', student: 'Student' } as const
