import { LogoutButton } from '#web/features/account/logout-button.tsx'
import { SwitchAccount } from '#web/features/account/switch-account.tsx'
import { paths } from '#web/paths.ts'

export const MenuEnd = () => (
  <div className="flex flex-col gap-1 lg:flex-row lg:gap-2">
    <SwitchAccount side="seller" label="Switch to selling" />
    <LogoutButton to={paths.home} />
  </div>
)
