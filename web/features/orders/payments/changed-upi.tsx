import { TriangleAlert } from 'lucide-react'

/** Warns the payer: somebody who got into the seller's account may have changed the ID. */
export const ChangedUpi = ({ agreedId }: { agreedId: string }) => (
  <p
    role="alert"
    className="wrap-anywhere flex items-start gap-2 rounded-box bg-danger-soft p-3 text-sm"
  >
    <TriangleAlert size={20} className="shrink-0 text-danger" aria-hidden />
    <span>
      This UPI ID is new. It was <strong>{agreedId}</strong> when you agreed. Ask in the chat before
      you pay.
    </span>
  </p>
)
