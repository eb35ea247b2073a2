export const sellerTypeLabels = { 'shop owner': 'Shop owner', student: 'Student' } as const
export const sideLabels = { buyer: 'Buyer', seller: 'Seller' } as const
