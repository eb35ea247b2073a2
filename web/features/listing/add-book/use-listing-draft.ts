import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type BookDraft, defaultCondition, emptyDraft } from '#web/features/listing/book-draft.ts'
import { useDraftTabs } from '#web/forms/use-draft-tabs.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { findDraftPhotos, saveDraftPhotos } from '#web/session/draft-photos.ts'
import { currentWriter } from '#web/session/session.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

/** A seller has one draft, whichever book it is of. */
const draftName = 'listing'

/**
 * The form of a listing with its photos. A draft of an earlier visit comes back, even if it is of
 * another book than `initial`. Then `otherTitle` is the title in `initial`, and `startOver` discards
 * the draft for it. After another tab has listed the book, `onListedElsewhere` closes the form.
 */
export function useListingDraft(
  initial: Partial<BookDraft> | undefined,
  onListedElsewhere: () => void,
) {
  const form = useForm<BookDraft>({ defaultValues: { ...emptyDraft, ...initial } })
  const discard = () =>
    tabs.discard(() => {
      text.discard()
      return photos.discard()
    })
  const tabs = useDraftTabs(draftName, {
    saveAll: () => {
      text.save()
      photos.save()
    },
    subject: () => form.getValues('title').trim(),
    onSentElsewhere: () => {
      discard()
      onListedElsewhere()
    },
  })
  const { saved, ...text } = useFormDraft(form, draftName, {
    staysWhenClosed: true,
    empty: emptyDraft,
    onSave: tabs.changed,
  })
  const [hasDraft, setHasDraft] = useState(saved !== undefined)
  const [images, setImages] = useState<PickedImage[]>([])
  const photos = useDraftPhotos(images, { onRestore: setImages, onSave: tabs.changed })
  return {
    form,
    images,
    hasDraft,
    isShared: tabs.isShared,
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
    discard,
    announceListed: tabs.sent,
  }
}

/**
 * Stores a draft's new photos on the device, and passes those of an earlier visit to `onRestore`.
 * `save` stores them again, and `discard` deletes the stored photos.
 */
function useDraftPhotos(
  images: PickedImage[],
  { onRestore, onSave }: { onRestore: (images: PickedImage[]) => void; onSave: () => void },
) {
  const [writer] = useState(() => currentWriter())
  const isRestored = useRef(false)
  const restore = useEffectEvent(async () => {
    const files = writer ? await findDraftPhotos(writer, draftName) : []
    isRestored.current = true
    if (files.length > 0 && images.length === 0)
      onRestore(files.map((file, index) => ({ key: `draft-${index}`, file })))
  })
  useEffect(() => void restore(), [])
  const store = async (photos: PickedImage[]) => {
    const files = photos.flatMap(({ file }) => file ?? [])
    if (writer) await saveDraftPhotos(writer, draftName, files)
  }
  const saveChange = useEffectEvent((changed: PickedImage[]) => {
    if (!isRestored.current) return
    void store(changed)
    onSave()
  })
  useEffect(() => saveChange(images), [images])
  return { save: () => void store(images), discard: () => store([]) }
}
