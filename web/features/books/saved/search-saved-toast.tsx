import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

export const searchSavedToast = {
  text: 'We’ll tell you about new copies, at most once a day.',
  kind: 'success',
  action: (
    <Link
      to={paths.buyer.saved}
      className="rounded-box px-2 py-2 font-medium text-primary text-sm underline"
    >
      Saved
    </Link>
  ),
} as const
