import { type ReactNode, useRef, useState } from 'react'
import type { Profile } from '#contract/accounts/accounts.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { handOversText } from '#contract/common/hand-overs.ts'
import { useUpdateCachedProfile } from '#web/features/account/use-profile.ts'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { orNoValue, phoneText } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { BuyerForm, SellerForm } from './profile-forms.tsx'

export function ProfileInformation({ side, profile }: { side: Side; profile: Profile }) {
  const [isEditing, setEditing] = useState(false)
  const toggleRef = useRef<HTMLButtonElement>(null)
  const updateCachedProfile = useUpdateCachedProfile(side)
  const toast = useToast()
  const showSaved = (saved: Profile & { message: string }) => {
    updateCachedProfile(saved)
    setEditing(false)
    // Moves the focus, because the submit button that had it is gone.
    toggleRef.current?.focus()
    toast({ text: saved.message, kind: 'success' })
  }
  const EditForm = side === 'buyer' ? BuyerForm : SellerForm
  return (
    <>
      {isEditing ? (
        <EditForm profile={profile} onSaved={showSaved} onDiscard={() => setEditing(false)} />
      ) : (
        <ProfileFields side={side} profile={profile} />
      )}
      <Button
        ref={toggleRef}
        variant="plain"
        className="self-start"
        onClick={() => setEditing(!isEditing)}
      >
        {isEditing ? 'Cancel' : 'Edit Profile'}
      </Button>
    </>
  )
}

function ProfileFields({ side, profile }: { side: Side; profile: Profile }) {
  const isShop = profile.sellerType === 'shop owner'
  return (
    <dl className="grid gap-3 text-base">
      <Detail name="Name">{profile.name}</Detail>
      <Detail name="Email">{profile.email}</Detail>
      {side === 'buyer' && (
        <Detail name="Address">
          {orNoValue(profile.address)}
          {profile.sharesAddress && (
            <span className="block">
              <Note>Sellers in your chats can use it</Note>
            </span>
          )}
        </Detail>
      )}
      {side === 'seller' && <Detail name="Phone">{phoneText(profile.phone)}</Detail>}
      {side === 'seller' && (
        <Detail name="UPI ID">{profile.upiId ?? <Note>{upiNote}</Note>}</Detail>
      )}
      {side === 'seller' && (
        <Detail name="PIN code">
          {profile.place ? (
            `${profile.place.pinCode}, ${fullPlaceName(profile.place)}`
          ) : (
            <Note>{pinCodeNote}</Note>
          )}
        </Detail>
      )}
      {side === 'seller' && (
        <Detail name="Hand-over">
          {handOversText(profile.handOvers) || <Note>{handOverNote}</Note>}
        </Detail>
      )}
      {isShop && <Detail name="Shop name">{orNoValue(profile.shopName)}</Detail>}
      {isShop && <Detail name="Shop address">{orNoValue(profile.shopAddress)}</Detail>}
      {isShop && <Detail name="Opening hours">{orNoValue(profile.shopHours)}</Detail>}
    </dl>
  )
}

const upiNote = 'With a UPI ID, buyers can pay you by QR code or UPI app. Add it in Edit Profile.'

const pinCodeNote =
  'With a PIN code, buyers see that your books are near them. Add it in Edit Profile.'

const handOverNote =
  'Tell buyers whether they can pick up or get it by post. Add it in Edit Profile.'

const Note = ({ children }: { children: string }) => (
  <span className="font-normal text-muted text-sm">{children}</span>
)

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line font-medium">{children}</dd>
    </div>
  )
}
