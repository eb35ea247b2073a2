import { ImagePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '#contract/accounts/accounts.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { defaultProfilePicture } from '#contract/common/photos.ts'
import { sellerTypeLabels } from '#web/features/account/labels.ts'
import { accountEndpoints, useUpdateCachedProfile } from '#web/features/account/use-profile.ts'
import { labelOf } from '#web/format.ts'
import { useAction } from '#web/forms/use-action.ts'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { pictureFiles, shrinkImage } from '#web/ui/inputs/shrink-image.ts'
import { emptyFileText } from '#web/ui/inputs/use-image-list.ts'
import { ProgressBar } from '#web/ui/loading/progress-bar.tsx'

/**
 * Larger pictures are scaled down before the upload until their longer side has this many pixels.
 */
const maxUploadPixels = 1200

export function ProfileHeader({ side, profile }: { side: Side; profile: Profile }) {
  const picture = useProfilePicture(side)
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const src = profile.profilePic === brokenSrc ? undefined : profile.profilePic
  return (
    <div
      className="flex flex-wrap items-center gap-6 rounded-box border border-border bg-surface
      p-4 sm:p-6"
    >
      <img
        src={src ?? defaultProfilePicture}
        alt={src ? 'Your picture' : 'No picture yet'}
        width={112}
        height={112}
        onError={() => setBrokenSrc(profile.profilePic)}
        className={`size-28 shrink-0 rounded-full border border-border bg-sunken object-cover
          transition-opacity ${picture.isPending ? 'opacity-60' : ''}`}
      />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
        <p className="wrap-anywhere font-semibold font-serif text-2xl leading-snug">
          {profile.helper?.name ?? profile.name}
        </p>
        {profile.helper ? (
          <p className="wrap-anywhere text-muted">Helping at {profile.shopName}</p>
        ) : (
          <Membership profile={profile} />
        )}
        {!profile.helper && <PictureButtons picture={picture} hasPicture={!!profile.profilePic} />}
      </div>
    </div>
  )
}

const Membership = ({ profile }: { profile: Profile }) => (
  <p className="flex flex-wrap items-center gap-2 text-muted">
    <span>
      Joined on <time dateTime={profile.createdAt}>{formatDate(profile.createdAt)}</time>
    </span>
    {profile.sellerType && (
      <Badge tone="success">{labelOf(sellerTypeLabels, profile.sellerType)}</Badge>
    )}
  </p>
)

type ProfilePicture = ReturnType<typeof useProfilePicture>

/**
 * Uploads or removes the picture. `progress` is from 0 to 1, or undefined if nothing is being
 * uploaded.
 */
function useProfilePicture(side: Side) {
  const updateCachedProfile = useUpdateCachedProfile(side)
  const [progress, setProgress] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const update = useAction(accountEndpoints[side].update, {
    failed: 'Failed to update profile.',
    done: ({ message }) => message,
    onProgress: setProgress,
  })
  const save = async (profilePic: File | '') => {
    setFailure(undefined)
    setProgress(profilePic === '' ? undefined : 0)
    const profile = await update.run({ profilePic })
    if (profile) updateCachedProfile(profile)
    setProgress(undefined)
  }
  const upload = async (file: File | undefined) => {
    if (!file || update.pending) return
    if (file.type !== '' && !file.type.startsWith('image/'))
      return setFailure(errorCatalog.image_unreadable[1])
    const picture = await shrinkImage(file, maxUploadPixels).catch(() => undefined)
    if (!picture) return setFailure(emptyFileText(file.name))
    await save(picture)
  }
  return { upload, remove: () => save(''), isPending: update.pending, progress, failure }
}

function PictureButtons({
  picture: { upload, remove, isPending, progress, failure },
  hasPicture,
}: {
  picture: ProfilePicture
  hasPicture: boolean
}) {
  return (
    <>
      <div className="flex flex-wrap gap-2 pt-1">
        <label
          className={buttonClass(
            { variant: 'plain', size: 'sm' },
            `cursor-pointer focus-within:outline-2 focus-within:outline-primary
              focus-within:outline-offset-2 ${isPending ? 'opacity-60' : ''}`,
          )}
        >
          <ImagePlus size={18} />
          {hasPicture ? 'Change picture' : 'Add picture'}
          <input
            type="file"
            accept={pictureFiles}
            className="sr-only"
            aria-disabled={isPending || undefined}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              // Resets the field, because otherwise the same file can't be chosen again after a
              // failure.
              event.target.value = ''
              void upload(file)
            }}
          />
        </label>
        {hasPicture && (
          <Button
            variant="danger-ghost"
            size="sm"
            icon={<Trash2 size={18} />}
            pending={isPending && progress === undefined}
            onClick={() => void remove()}
          >
            Remove picture
          </Button>
        )}
      </div>
      {isPending && progress !== undefined && <ProgressBar share={progress} label="Uploading" />}
      <FormError>{failure}</FormError>
    </>
  )
}
