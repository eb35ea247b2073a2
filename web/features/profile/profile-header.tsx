import { ImagePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '#contract/accounts.ts'
import type { Side } from '#contract/endpoint.ts'
import { errorCatalog } from '#contract/errors.ts'
import { defaultProfilePicture } from '#contract/photos.ts'
import { messageOf } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { accountCalls, useKeepProfile } from '#web/features/account/use-profile.ts'
import { day } from '#web/format.ts'
import { nameOf, sellerTypeNames } from '#web/kinds.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { shrink } from '#web/ui/inputs/shrink-image.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Badge } from '#web/ui/states.tsx'
import { useToast } from '#web/ui/toasts.tsx'

/** Who one is here: the picture, to be changed or removed, the name, and since when. */
export function ProfileHeader({ side, profile }: { side: Side; profile: Profile }) {
  const keep = useKeepProfile(side)
  const toast = useToast()
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const [broken, setBroken] = useState<string>()
  const update = useWrite(accountCalls[side].update, { onProgress: setShare })
  const save = async (profilePic: File | '') => {
    setFailure(undefined)
    setShare(profilePic === '' ? undefined : 0)
    try {
      const answer = await update.run({ profilePic })
      if (!answer) return
      keep(answer)
      toast({ text: answer.message, kind: 'good' })
    } catch (error) {
      setFailure(messageOf(error, 'Failed to update profile.'))
    }
    setShare(undefined)
  }
  const choose = async (file: File | undefined) => {
    if (!file || update.pending) return
    if (file.type !== '' && !file.type.startsWith('image/'))
      return setFailure(errorCatalog.image_unreadable[1])
    await save(await shrink(file, 1200))
  }
  const picture = profile.profilePic === broken ? undefined : profile.profilePic
  return (
    <div className="flex flex-wrap items-center gap-6 rounded-box border border-border bg-surface p-4 sm:p-6">
      <img
        src={picture ?? defaultProfilePicture}
        alt={picture ? 'Your picture' : 'No picture yet'}
        width={112}
        height={112}
        onError={() => setBroken(profile.profilePic)}
        className={`size-28 shrink-0 rounded-full border border-border bg-sunken object-cover transition-opacity ${update.pending ? 'opacity-60' : ''}`}
      />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-2">
        <p className="wrap-anywhere font-semibold font-serif text-2xl leading-snug">
          {profile.name}
        </p>
        <p className="flex flex-wrap items-center gap-2 text-muted">
          <span>
            Joined on <time dateTime={profile.createdAt}>{day(profile.createdAt)}</time>
          </span>
          {profile.sellerType && (
            <Badge tone="success">{nameOf(sellerTypeNames, profile.sellerType)}</Badge>
          )}
        </p>
        <div className="flex flex-wrap gap-2 pt-1">
          <label
            className={buttonClass(
              { look: 'plain', size: 'sm' },
              `cursor-pointer focus-within:outline-2 focus-within:outline-primary focus-within:outline-offset-2 ${update.pending ? 'opacity-60' : ''}`,
            )}
          >
            <ImagePlus size={18} aria-hidden />
            {profile.profilePic ? 'Change picture' : 'Add picture'}
            <input
              type="file"
              accept="image/*"
              className="sr-only"
              aria-disabled={update.pending || undefined}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                // The same file can be chosen again after a failure.
                event.target.value = ''
                void choose(file)
              }}
            />
          </label>
          {profile.profilePic && (
            <Button
              look="danger-ghost"
              size="sm"
              icon={<Trash2 size={18} aria-hidden />}
              pending={update.pending && share === undefined}
              onClick={() => void save('')}
            >
              Remove picture
            </Button>
          )}
        </div>
        {update.pending && share !== undefined && <ProgressBar share={share} label="Uploading" />}
        <FormError>{failure}</FormError>
      </div>
    </div>
  )
}
