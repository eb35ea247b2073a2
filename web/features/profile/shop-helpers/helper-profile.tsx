import { LogOut } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '#contract/accounts/accounts.ts'
import { changeHelperPassword, leaveShop, renameHelper } from '#contract/accounts/shop-helpers.ts'
import { errorMessage } from '#web/api/client.ts'
import { Holiday } from '#web/features/profile/details/holiday.tsx'
import { useLeaving } from '#web/features/profile/leaving/use-leaving.ts'
import { ChangePassword } from '#web/features/profile/security/change-password.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { TextField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { updateSessionName } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Fold, FoldList } from '#web/ui/disclosure.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

type Helper = NonNullable<Profile['helper']>

/** Lets a helper set the shop's holiday, change their own name and password, and leave. */
export function HelperProfile({ profile, helper }: { profile: Profile; helper: Helper }) {
  return (
    <>
      <FoldList>
        <Fold title="Holiday" isOpenAtFirst>
          <Holiday profile={profile} />
        </Fold>
      </FoldList>
      <FoldList>
        <Fold title="Your name" isOpenAtFirst>
          <HelperName name={helper.name} />
        </Fold>
        <Fold title="Change Password" isOpenAtFirst>
          <ChangePassword endpoint={changeHelperPassword} email={helper.email} />
        </Fold>
        <Fold title="Leave">
          <LeaveShop />
        </Fold>
      </FoldList>
    </>
  )
}

function HelperName({ name }: { name: string }) {
  const form = useContractForm(renameHelper.input, { values: { name } })
  const submission = useSubmit(form, renameHelper, {
    fallback: 'Failed to update profile.',
    done: ({ message }) => message,
    onDone: () => updateSessionName(form.getValues('name')),
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Save" narrow>
      <TextField name="name" label="Name" autoComplete="name" />
    </ContractForm>
  )
}

/** Ends a helper's work for a shop. */
export function LeaveShop() {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { run, pending } = useLeaving(leaveShop)
  const leave = async () => {
    setFailure(undefined)
    await run({}).catch(setFailure)
    setAsking(false)
  }
  return (
    <>
      <p className="text-muted">
        You are logged out everywhere and can’t log in any more. What you wrote and did stays, with
        your name. The owner is notified.
      </p>
      {failure !== undefined && (
        <FormError>{errorMessage(failure, 'Failed to leave the shop.')}</FormError>
      )}
      <Button
        variant="danger"
        className="self-start"
        icon={<LogOut />}
        onClick={() => setAsking(true)}
      >
        Leave this shop
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Leave this shop?"
        confirmLabel="Leave"
        danger
        pending={pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void leave()}
      >
        Only the owner can invite you again.
      </ConfirmDialog>
    </>
  )
}
