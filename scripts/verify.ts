// `npm run verify`: checks that the stored data follows the rules, and lists the rows that break
// one. `-- --without-files` skips the photos' files.
import { findInstallationId } from '#server/platform/database/database.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { type VerifyResult, verify, verifyReport } from '#server/verify/verify.ts'
import { onServerOrDatabase } from './database.ts'

function report(result: VerifyResult): void {
  console.log(verifyReport(result))
  if (result.violations.length > 0) process.exitCode = 1
}

const [flag, ...more] = process.argv.slice(2)
const withoutFiles = flag === '--without-files'
if (more.length > 0 || (flag !== undefined && !withoutFiles)) {
  console.error('Usage: npm run verify, or npm run verify -- --without-files')
  process.exitCode = 1
} else {
  const name = withoutFiles ? 'verify-without-files' : 'verify'
  await onServerOrDatabase({ name, onResult: report }, async (db, config) =>
    verify(db, withoutFiles ? undefined : await openStorage(config, await findInstallationId(db))),
  )
}
