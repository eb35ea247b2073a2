export const maxListedPayments = 500
