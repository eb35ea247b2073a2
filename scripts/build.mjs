// `npm run build`: builds the web, after installing what that needs.
import { build, fail } from './setup.mjs'

build().catch(fail)
