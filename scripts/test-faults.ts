// `npm run test:faults`: plants a fault for each promise of safety, and says whether the tests find
// it (`-- WORD`: those with this word in their name).
import { findFaults } from './find-faults.ts'
import { safetyFaults } from './planted-safety-faults.ts'

const [word = ''] = process.argv.slice(2)
process.exitCode = (await findFaults(safetyFaults, word)) ? 0 : 1
