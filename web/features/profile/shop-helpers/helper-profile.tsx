import type { Profile } from '#contract/accounts/accounts.ts'
import { changeHelperPassword, renameHelper } from '#contract/accounts/shop-helpers.ts'
import { Holiday } from '#web/features/profile/details/holiday.tsx'
import { LeaveShop } from '#web/features/profile/leaving/delete-account.tsx'
import { ChangePassword } from '#web/features/profile/security/change-password.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { TextField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { updateSessionName } from '#web/session/session.ts'
import { Fold, FoldList } from '#web/ui/disclosure.tsx'

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
