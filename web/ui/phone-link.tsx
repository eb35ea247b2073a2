/** A link that calls a phone number, which is in E.164 format. */
export const PhoneLink = ({ phone, children }: { phone: string; children: string }) => (
  <a href={`tel:${phone}`} className="whitespace-nowrap underline underline-offset-4">
    {children}
  </a>
)
