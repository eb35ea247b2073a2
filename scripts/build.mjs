// `npm run build`: builds the web, after installing the packages that it needs.
import { build, fail } from './setup.mjs'

build().catch(fail)
