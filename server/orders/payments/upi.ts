/**
 * A link that opens a UPI app with the payee and the amount: https://www.npci.org.in/ (deep
 * linking).
 */
export function upiLink(payment: {
  id: string
  name: string
  amount: number
  note: string
}): string {
  const params = new URLSearchParams({
    pa: payment.id,
    pn: payment.name,
    am: (payment.amount / 100).toFixed(2),
    cu: 'INR',
    tn: payment.note,
  })
  // UPI apps read a plus as a plus.
  return `upi://pay?${params.toString().replaceAll('+', '%20')}`
}
