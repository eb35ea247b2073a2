/** A link that calls a phone number in E.164. */
export const PhoneLink = ({ phone, children }: { phone: string; children: string }) => (
  <a href={`tel:${phone}`} className="whitespace-nowrap underline underline-offset-4">
    {children}
  </a>
)
