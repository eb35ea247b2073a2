import { useState } from 'react'
import {
  type ApiToken,
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '#contract/accounts/api-tokens.ts'
import { useRead } from '#web/api/hooks.ts'
import { usePasswordQuestion } from '#web/features/profile/password-question.tsx'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { TextField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { formatDate, RecentTimeInText } from '#web/time.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { CopyText } from '#web/ui/inputs/copy-text.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { Rows } from '#web/ui/rows.tsx'

const createFailed = 'Failed to create the token.'

export function ApiTokens() {
  const tokens = useRead(listApiTokens, {})
  const [created, setCreated] = useState<string>()
  return (
    <>
      <p className="text-muted">
        For your own programs: a token can add, change, delete and read your books, and read your
        orders, but not your account or chats.{' '}
        <a href="/api/docs" className="underline">
          API documentation
        </a>
      </p>
      <QueryView query={tokens} skeletons={['h-14']}>
        {({ tokens: all, can }) => (
          <>
            <Rows rows={all}>{(token) => <TokenRow token={token} />}</Rows>
            {created !== undefined && (
              <div
                key={created}
                ref={focusOnMount}
                className="flex flex-col gap-3 rounded-box bg-primary-soft p-4"
              >
                <CopyText
                  label="Your new token"
                  hint="Copy it now. It isn’t shown again."
                  value={created}
                  copyLabel="Copy token"
                />
              </div>
            )}
            {can.includes('create') && <TokenForm onCreated={setCreated} />}
          </>
        )}
      </QueryView>
    </>
  )
}

const TokenRow = ({ token: { _id: id, name, createdAt, usedAt } }: { token: ApiToken }) => (
  <>
    <div className="min-w-0">
      <p className="wrap-anywhere font-medium">{name}</p>
      <p className="text-muted text-sm">
        Created on <time dateTime={createdAt}>{formatDate(createdAt)}</time>,{' '}
        {usedAt ? (
          <>
            last used <RecentTimeInText at={usedAt} />
          </>
        ) : (
          'never used'
        )}
      </p>
    </div>
    <ActionButton
      label="Revoke"
      aria-label={`Revoke ${name}`}
      variant="danger-ghost"
      size="sm"
      endpoint={revokeApiToken}
      input={{ id }}
      failed="Failed to revoke the token."
      done={({ message }) => message}
      question={{
        title: `Revoke “${name}”?`,
        confirmLabel: 'Revoke',
        danger: true,
        children: 'Programs that use it stop working at once.',
      }}
    />
  </>
)

function TokenForm({ onCreated }: { onCreated: (token: string) => void }) {
  const form = useContractForm(createApiToken.input, { defaultValues: { name: '' } })
  const { withPassword, question } = usePasswordQuestion({
    title: 'Your password',
    submitLabel: 'Continue',
    fallback: createFailed,
  })
  const submission = useSubmit(form, createApiToken, {
    withPassword,
    fallback: createFailed,
    onDone: ({ token }) => {
      onCreated(token)
      form.reset()
    },
  })
  return (
    <>
      <ContractForm form={form} {...submission} submitLabel="Create token" narrow>
        <TextField
          name="name"
          label="What is the token for?"
          hint="For example: Stock in the till"
        />
      </ContractForm>
      {question}
    </>
  )
}
