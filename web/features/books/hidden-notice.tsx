import { EyeOff, ImagePlus } from 'lucide-react'
import { Link } from 'react-router'
import { imageLimits } from '#contract/common/photos.ts'
import { paths } from '#web/paths.ts'

export const HiddenNotice = ({ reason }: { reason: string }) => (
  <p
    className="wrap-anywhere flex min-w-56 items-start gap-2 rounded-box bg-danger-soft px-3 py-2 text-left
      text-danger text-sm"
  >
    <EyeOff size={16} className="mt-0.5 shrink-0" />
    <span className="whitespace-pre-line">
      Hidden by an admin, only you see it. Reason: {reason}{' '}
      <Link to={paths.help} className="underline underline-offset-4">
        Write to us if that is wrong
      </Link>
    </span>
  </p>
)

export const DraftNotice = () => (
  <p className="flex items-start gap-2 rounded-box bg-accent-soft px-3 py-2 text-sm">
    <ImagePlus size={16} className="mt-0.5 shrink-0" />
    {`Draft, only you see it. It needs ${imageLimits.min} photos.`}
  </p>
)
