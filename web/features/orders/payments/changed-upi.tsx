import { TriangleAlert } from 'lucide-react'

/** For whoever pays: the ID may have been changed by somebody who got into the account. */
export const ChangedUpi = ({ agreedId }: { agreedId: string }) => (
  <p
    role="alert"
    className="wrap-anywhere flex items-start gap-2 rounded-box bg-danger-soft p-3 text-sm"
  >
    <TriangleAlert size={20} className="shrink-0 text-danger" aria-hidden />
    <span>
      This UPI ID is new. When you agreed it was <strong>{agreedId}</strong>. Ask in the chat before
      you pay.
    </span>
  </p>
)
