import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type BookDraft, defaultCondition, emptyDraft } from '#web/features/listing/book-draft.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { findDraftPhotos, saveDraftPhotos } from '#web/session/draft-photos.ts'
import { currentSession } from '#web/session/session.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

/** A seller has one draft, whichever book it is of. */
const draftName = 'listing'

/**
 * The form of a listing with its photos. A draft of an earlier visit comes back, even if it is of
 * another book than `initial`. Then `otherTitle` is the title in `initial`, and `startOver` discards
 * the draft for it.
 */
export function useListingDraft(initial: Partial<BookDraft> | undefined) {
  const form = useForm<BookDraft>({ defaultValues: { ...emptyDraft, ...initial } })
  const { saved, discard } = useFormDraft(form, draftName, {
    staysWhenClosed: true,
    empty: emptyDraft,
  })
  const [hasDraft, setHasDraft] = useState(saved !== undefined)
  const [images, setImages] = useState<PickedImage[]>([])
  const photos = useDraftPhotos(images, setImages)
  return {
    form,
    images,
    hasDraft,
    begunAs: hasDraft ? (saved?.bookType ?? emptyDraft.bookType) : initial?.bookType,
    otherTitle: saved?.title === initial?.title ? undefined : initial?.title,
    chooseType: (bookType: BookDraft['bookType']) => {
      if (bookType === form.getValues('bookType')) return
      // Resets the number of copies, because the form of the other type may not show that field.
      const { copies } = emptyDraft
      const changed = { bookType, condition: defaultCondition[bookType], copies }
      if (form.formState.isDirty) form.setValues(changed)
      // A type without anything else is no draft.
      else form.reset({ ...form.getValues(), ...changed })
    },
    changeImages: (next: PickedImage[]) => {
      setImages(next)
      form.setValue('photoCount', next.length, { shouldDirty: true })
    },
    startOver: () => {
      form.reset({ ...emptyDraft, ...initial })
      setImages([])
      setHasDraft(false)
    },
    discard: () => {
      discard()
      photos.discard()
    },
  }
}

/**
 * Stores a draft's new photos on the device, and passes those of an earlier visit to `onRestore`.
 * `discard` deletes the stored photos.
 */
function useDraftPhotos(images: PickedImage[], onRestore: (images: PickedImage[]) => void) {
  const [userId] = useState(() => currentSession()?.userId)
  const isRestored = useRef(false)
  const restore = useEffectEvent(async () => {
    const files = userId ? await findDraftPhotos(userId, draftName) : []
    isRestored.current = true
    if (files.length > 0 && images.length === 0)
      onRestore(files.map((file, index) => ({ key: `draft-${index}`, file })))
  })
  useEffect(() => void restore(), [])
  useEffect(() => {
    if (!userId || !isRestored.current) return
    void saveDraftPhotos(
      userId,
      draftName,
      images.flatMap(({ file }) => file ?? []),
    )
  }, [userId, images])
  return { discard: () => void (userId && saveDraftPhotos(userId, draftName, [])) }
}
