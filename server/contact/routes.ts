import { readContact, supportEmail } from '#contract/contact.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'

export function contactRoutes(mount: Mount, { config }: AppContext): void {
  mount(readContact, async () => config.grievance ?? { email: supportEmail })
}
