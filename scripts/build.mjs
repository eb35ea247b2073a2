// `npm run build`: builds the web, after installing what that needs.
import { build, ensureInstalled, fail } from './setup.mjs'

ensureInstalled().then(build).catch(fail)
